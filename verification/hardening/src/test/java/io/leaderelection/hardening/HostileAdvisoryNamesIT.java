/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;

/**
 * Tests hostile names with advisory locks and notification channels.
 */
@Tag("slow")
class HostileAdvisoryNamesIT extends HostilePostgresNamesIT {

	@Override
	List<String> store() {
		List<String> properties = new ArrayList<>(super.store());
		properties.add("leader-election.backend=postgres");
		return properties;
	}

}
