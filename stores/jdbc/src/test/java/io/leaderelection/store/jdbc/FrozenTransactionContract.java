/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract for a leader that is frozen for longer than its lease, before or after the
 * comparison.
 */
abstract class FrozenTransactionContract extends FenceFixture {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SHORT_LEASE = Duration.ofSeconds(2);

	private final String id = UUID.randomUUID().toString();

	Contender rival;

	StoredTerm frozenTerm;

	@BeforeEach
	void leadForAShortTime() {
		this.leader.release(TIMEOUT, List.of(ELECTION));
		this.leader = contender("frozen", database().source(), SHORT_LEASE);
		this.leader.win(ELECTION);
		this.frozenTerm = term(this.leader, ELECTION).storedTerm();
		this.rival = contender("successor");
	}

	/** Returns the URL that the frozen process connects to. */
	String urlOfProcess() {
		return database().remoteUrl();
	}

	final WritingProcess freeze(WritingProcess.Point point) throws Exception {
		return closing(WritingProcess.frozen(urlOfProcess(), database().user(), this.frozenTerm, this.id, point));
	}

	private Outcome.OfAcquire acquire() {
		return this.rival.acquire(TIMEOUT, List.of(ELECTION)).get(0);
	}

	final void awaitSuccession() {
		await().atMost(PATIENCE).until(() -> acquire() instanceof Outcome.Granted);
	}

	/**
	 * Waits until the lease is over and checks that the other candidate cannot acquire
	 * it.
	 */
	final void awaitKeptOut() {
		await().atMost(PATIENCE).until(() -> acquire() instanceof Outcome.Leased held && held.remaining().isZero());
		for (int i = 0; i < 3; i++) {
			assertKeptOut(acquire());
		}
	}

	final void assertWritten(boolean expected) {
		assertThat(written().contains(this.id)).isEqualTo(expected);
	}

	@Test
	void commitFailsIfFrozenBeforeTheComparison() throws Exception {
		WritingProcess process = freeze(WritingProcess.Point.BEFORE_COMPARISON);
		awaitSuccession();
		assertThat(process.thaw()).isEqualTo("refused");
		assertWritten(false);
	}

	@Test
	@DisplayName("A leader frozen between comparison and commit commits, and the next leader waits")
	void successorWaitsIfFrozenBeforeTheCommit() throws Exception {
		WritingProcess process = freeze(WritingProcess.Point.BEFORE_COMMIT);
		awaitKeptOut();
		assertThat(process.thaw()).isEqualTo("committed");
		assertWritten(true);
		awaitSuccession();
		assertThat(this.rival.token(ELECTION)).isGreaterThan(this.frozenTerm.token());
	}

}
