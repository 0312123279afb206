/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.NetworkFaultsContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Adds that a database's connection is replaced within a call, and that each call has one
 * of its own.
 */
public abstract class JdbcNetworkFaultsContract extends NetworkFaultsContract implements OnDatabase {

	private static final int CALLERS = 6;

	private static final Duration SHORT = Duration.ofSeconds(1);

	/**
	 * Much longer than a loaded machine needs, and much shorter than the drivers' default
	 * timeouts.
	 */
	private static final Duration SOON = Duration.ofSeconds(15);

	@BeforeEach
	protected void createTables() throws SQLException {
		database().createTables();
	}

	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return JdbcLeaseStoreFactory.builder(source).build();
	}

	@Override
	protected int port() {
		return database().port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return storeFactory(database().through(port));
	}

	@Test
	protected void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, this.candidate);
	}

	@Test
	protected void checkpointIsSentAgainAfterALostAnswer() {
		CheckpointTraffic.assertLostAnswerIsAskedForAgain(this.proxy, this.candidate);
	}

	@Test
	protected void aGrantWhoseAnswerWasLostIsRepeatedWithinTheCall() {
		this.candidate.win(this.election);
		int before = this.proxy.cuts();
		for (int answers = 0; answers < 16; answers++) {
			String election = election();
			this.proxy.cutAnswerAfter(answers);
			this.candidate.win(election);
			this.proxy.heal();
			assertThat(this.candidate.renew(election)).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(this.proxy.cuts()).as("lost answers").isGreaterThan(before);
	}

	@Test
	protected void aReleaseWhoseAnswerWasLostIsRepeatedWithinTheCall() {
		this.candidate.win(this.election);
		int before = this.proxy.cuts();
		this.proxy.cutNextAnswer();
		assertThat(this.candidate.release(this.election)).isEqualTo(new Outcome.Released());
		assertThat(this.proxy.cuts()).as("lost answers").isEqualTo(before + 1);
	}

	@Test
	protected void aConnectionThatWasResetIsReplacedWithinTheCall() {
		String other = election();
		this.rival.win(other);
		this.candidate.win(this.election);
		this.proxy.reset();
		assertThat(this.candidate.renew(this.election)).isInstanceOf(Outcome.Granted.class);
		this.proxy.reset();
		assertThat(this.candidate.observe(other)).isInstanceOf(Outcome.Leased.class);
		this.proxy.reset();
		assertThat(this.candidate.release(this.election)).isEqualTo(new Outcome.Released());
	}

	@Test
	protected void callsDoNotQueueBehindOneThatHangs() {
		this.candidate.win(this.election);
		this.proxy.blackHole();
		try (WorkerPool threads = TimeSystem.system().workers("callers", CALLERS)) {
			List<CompletableFuture<?>> calls = new ArrayList<>();
			for (int i = 0; i < CALLERS; i++) {
				calls.add(CompletableFuture.supplyAsync(
						() -> this.candidate.store().observe(List.of(StoreCandidate.key(this.election)), SHORT),
						threads));
			}
			assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))).failsWithin(SOON);
			assertThat(calls).allSatisfy((call) -> assertThat(call).failsWithin(Duration.ZERO)
				.withThrowableThat()
				.withCauseExactlyInstanceOf(NoAnswerException.class));
		}
		this.proxy.heal();
		assertThat(reached(() -> this.candidate.renew(this.election))).isInstanceOf(Outcome.Granted.class);
	}

}
