/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that an error while a store closes keeps no other election locked.
 */
class LocalCloseTests {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final List<String> ELECTIONS = List.of("a", "b", "c");

	@TempDir
	private Path directory;

	private final ManualTime time = new ManualTime();

	/** How many readings of the wall clock succeed. */
	private int readings = Integer.MAX_VALUE;

	private LeaseStore leaving;

	private StoreCandidate next;

	@BeforeEach
	void lead() {
		this.leaving = new LocalLeaseStoreFactory(this.directory, new FailingTime()).open();
		StoreCandidate leader = new StoreCandidate(this.leaving, "leader", LEASE);
		ELECTIONS.forEach((election) -> assertThat(leader.acquire(election)).isInstanceOf(Outcome.Granted.class));
		this.next = new StoreCandidate(new LocalLeaseStoreFactory(this.directory, this.time).open(), "next", LEASE);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3, 4, 5 })
	@DisplayName("Rule 18: an error in one election releases the others at once, and this one after its lease")
	void rule18ErrorInOneElectionReleasesTheOthers(int readings) {
		this.readings = readings;
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(this.leaving::close);
		assertThat(ELECTIONS).filteredOn((election) -> this.next.acquire(election) instanceof Outcome.Granted)
			.hasSize(2);
		this.time.advance(LEASE.plusMillis(1));
		assertThat(ELECTIONS)
			.allSatisfy((election) -> assertThat(this.next.acquire(election)).isInstanceOf(Outcome.Granted.class));
	}

	/** The manual time, whose wall clock fails once. */
	private final class FailingTime implements TimeSystem {

		@Override
		public Ticker ticker() {
			return LocalCloseTests.this.time.ticker();
		}

		@Override
		public WallClock wallClock() {
			return () -> {
				if (LocalCloseTests.this.readings-- == 0) {
					throw new StackOverflowError("test");
				}
				return LocalCloseTests.this.time.wallClock().millis();
			};
		}

		@Override
		public Scheduler scheduler(String threadName) {
			return LocalCloseTests.this.time.scheduler(threadName);
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			return LocalCloseTests.this.time.workers(threadName, threads);
		}

	}

}
