/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import java.util.Map;

import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link LeadershipContext} and its exceptions.
 */
class LeadershipContextTests extends EngineRig {

	@Test
	void termCanBeCarriedToAnotherThread() throws Exception {
		ElectionEngine engine = builder().build();
		engine.start();
		GuardedCall call = enter(engine.join("billing").election(), OnLoss.INTERRUPT);
		Leadership leadership = Leadership.current();
		boolean[] interrupted = new boolean[1];
		Thread other = new Thread(() -> {
			LeadershipContext.set(leadership);
			GuardedCall inner = engine.get("billing").tryEnter(OnLoss.INTERRUPT);
			if (inner != null) {
				inner.close();
			}
			interrupted[0] = Thread.currentThread().isInterrupted() || Leadership.current() != leadership;
			LeadershipContext.set(null);
		});
		other.start();
		other.join();
		assertThat(interrupted[0]).isFalse();
		call.close();
		assertThat(Leadership.findCurrent()).isEmpty();
		assertThatIllegalStateException().isThrownBy(Leadership::current)
			.withMessageContaining("called from within its own object");
	}

	@Test
	void exceptionNamesTheLeader() {
		assertThat(new NotLeaderException("billing", null)).hasMessageContaining("nobody is known");
		assertThat(new NotLeaderException("billing", new Leader("host-2", Instant.EPOCH, 7, Map.of())))
			.hasMessageContaining("'host-2' leads")
			.satisfies((ex) -> assertThat(ex.getElection()).isEqualTo("billing"))
			.satisfies((ex) -> assertThat(ex.getLeader()).isNotNull());
	}

}
