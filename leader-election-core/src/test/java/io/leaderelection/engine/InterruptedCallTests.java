/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of calls that continue after an interrupt before their term ends.
 */
class InterruptedCallTests {

	private final SteppedTime time = new SteppedTime();

	private final ListedStore store = new ListedStore(this.time.wallClock());

	private final ElectionEngine engine = ElectionEngineBuilder.of(this.store, ListedStore.TRAITS)
		.namespace("orders")
		.time(this.time)
		.build();

	@AfterEach
	void clear() {
		Thread.interrupted();
	}

	@Test
	void interruptedCallIsInterruptedAgainOnLoss() {
		LeaderElection election = this.engine.join("billing").election();
		this.engine.start();
		this.time.runReady();
		DetachableCall call = GuardedElection.of(election).tryEnter(OnLoss.INTERRUPT);
		assertThat(call).isNotNull();
		call.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		this.store.expire(new ElectionKey("orders", "billing"));
		this.time.advance(Duration.ofSeconds(15));
		assertThat(Thread.interrupted()).as("interrupted again").isTrue();
		call.close();
	}

}
