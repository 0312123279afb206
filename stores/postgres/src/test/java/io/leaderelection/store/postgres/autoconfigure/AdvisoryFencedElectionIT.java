/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres.autoconfigure;

import io.leaderelection.store.jdbc.fence.autoconfigure.PostgresFencedElectionIT;
import org.junit.jupiter.api.Tag;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Runs the tests of fenced transactions with elections over advisory locks.
 */
@Tag("server")
@Tag("slow")
class AdvisoryFencedElectionIT extends PostgresFencedElectionIT {

	@Override
	protected ApplicationContextRunner runner() {
		return super.runner().withConfiguration(AutoConfigurations.of(PostgresLeaseStoreAutoConfiguration.class))
			.withPropertyValues("leader-election.backend=postgres");
	}

}
