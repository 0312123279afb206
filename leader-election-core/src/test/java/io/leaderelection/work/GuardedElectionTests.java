/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.lang.reflect.Proxy;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link GuardedElection}.
 */
class GuardedElectionTests {

	@Test
	void electionOfAnEngineIsOne() {
		try (ElectionEngine engine = ElectionEngineBuilder.neverLeading().build()) {
			LeaderElection election = engine.join("billing").election();
			assertThat(GuardedElection.of(election)).isSameAs(election);
		}
	}

	@Test
	void mockIsRejectedWithTheRemedy() {
		LeaderElection mock = (LeaderElection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { LeaderElection.class }, (proxy, method, arguments) -> "billing");
		assertThatIllegalArgumentException().isThrownBy(() -> GuardedElection.of(mock))
			.withMessageContainingAll("'billing'", "alwaysLeading()");
	}

}
