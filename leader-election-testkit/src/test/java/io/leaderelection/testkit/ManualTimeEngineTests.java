/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.ElectionKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of two engines with the store in memory, entirely in manual time.
 */
class ManualTimeEngineTests {

	private static final Duration LEASE = ElectionTiming.builder().build().lease();

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	/**
	 * The leader repairs its record at the next renewal, but a follower has read it
	 * before.
	 */
	@Test
	void rule20StoreClockThatStepsBackDelaysNoFailover() {
		AtomicLong step = new AtomicLong();
		InMemoryLeaseStoreFactory stepped = new InMemoryLeaseStoreFactory(
				() -> this.time.wallClock().millis() - step.get());
		FaultInjectingLeaseStore firstStore = new FaultInjectingLeaseStore(stepped.open());
		ElectionEngine first = engine(firstStore);
		ElectionEngine second = engine(new FaultInjectingLeaseStore(stepped.open()));
		LeaderElection one = first.join("e").election();
		LeaderElection two = second.join("e").election();
		first.start();
		this.time.runDue();
		step.set(Duration.ofHours(1).toMillis());
		second.start();
		this.time.runDue();
		assertThat(two.leader()).as("the follower has read the record").isPresent();
		int renewals = firstStore.calls(StoreOperation.RENEW);
		this.time.advance(LEASE.dividedBy(2));
		assertThat(firstStore.calls(StoreOperation.RENEW)).isGreaterThan(renewals);
		assertThat(one.isLeader()).isTrue();
		firstStore.poison(new ElectionKey("n", "e"), new IllegalStateException("cut off"));
		this.time.advance(LEASE.plusSeconds(1));
		assertThat(one.isLeader()).isFalse();
		assertThat(two.isLeader()).isTrue();
	}

	private ElectionEngine engine(FaultInjectingLeaseStore store) {
		return ElectionEngineBuilder.of(store, this.memory.traits()).namespace("n").time(this.time).build();
	}

}
