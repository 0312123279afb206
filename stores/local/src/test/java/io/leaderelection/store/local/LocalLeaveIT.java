/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Candidacy;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what other processes see when a process leaves an election and continues to run.
 * The handover contract cannot test this, because its candidates share a process and
 * locks exclude only other processes.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalLeaveIT {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@TempDir
	Path directory;

	private final Ticker ticker = Ticker.system();

	@Test
	void rule21ElectionLeftUnderWorkIsTakenByAnotherProcess() throws Exception {
		LocalLeaseStoreFactory factory = new LocalLeaseStoreFactory(this.directory);
		ElectionTiming timing = ElectionTiming.builder().lease(LEASE).drainTimeout(Duration.ofMillis(100)).build();
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(StoreCandidate.key("e").namespace())
			.timing(timing)
			.build(); StoreShell other = StoreShell.start(this.directory, LEASE)) {
			LeaderElection kept = engine.join("kept").election();
			Candidacy left = engine.join("left");
			engine.start();
			assertThat(left.election().awaitLeader(PATIENCE)).isTrue();
			leaveUnderWork(left);
			long start = this.ticker.nanos();
			String answer = other.send("acquire", "left");
			while (!answer.startsWith("Granted") && this.ticker.nanos() - start < PATIENCE.toNanos()) {
				answer = other.send("acquire", "left");
			}
			assertThat(answer).startsWith("Granted");
			assertThat(kept.awaitLeader(PATIENCE)).as("the process continues").isTrue();
		}
	}

	/** The work ends when it is interrupted, which is past the drain timeout. */
	private static void leaveUnderWork(Candidacy candidacy) {
		try (GuardedCall call = candidacy.election().tryEnter(OnLoss.INTERRUPT)) {
			assertThat(call).isNotNull();
			candidacy.close();
			boolean counted = new CountDownLatch(1).await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			throw new AssertionError("The work was not interrupted, counted down: " + counted);
		}
		catch (InterruptedException ex) {
			// Ends as interrupted work does
		}
	}

}
