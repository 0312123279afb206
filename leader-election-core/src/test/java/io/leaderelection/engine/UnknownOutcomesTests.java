/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.leaderelection.LeaderElection;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.GarbageRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answers that are no contact with the store: a batch with an unknown outcome for each
 * command, and a connection before it is needed.
 */
class UnknownOutcomesTests extends EngineRig {

	/** The cause of unknown renewals, or {@code null} to renew. */
	private volatile @Nullable Throwable cause;

	private final ElectionEngine engine = ElectionEngineBuilder.of(new ListedStore(this.time.wallClock()) {

		@Override
		public synchronized List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
			Throwable unknown = UnknownOutcomesTests.this.cause;
			if (unknown == null) {
				return super.renew(batch, timeout);
			}
			return batch.stream().map((command) -> (Outcome.OfRenew) new Outcome.Unknown(unknown)).toList();
		}

	}, ListedStore.TRAITS).namespace(KEY.namespace()).time(this.time).build();

	private final LeaderElection election = this.engine.join("e").election();

	private @Nullable Instant lastContact() {
		return this.engine.backend().lastContact();
	}

	private void fail(@Nullable Throwable cause) {
		this.cause = cause;
		this.time.advance(TIMING.renewInterval().plusSeconds(1));
	}

	@Test
	void storeThatDoesNotAnswerIsNoContact() {
		this.engine.start();
		this.time.runReady();
		Instant before = lastContact();
		fail(new TimeoutException("from the test"));
		assertThat(lastContact()).isEqualTo(before);
		assertThat(this.election.isLeader()).as("only the deadline ends a term").isTrue();
		fail(null);
		assertThat(lastContact()).isAfter(before);
		assertThat(this.election.isLeader()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void earlyConnectionChangesNothing(boolean down) {
		this.store.down(down);
		ElectionEngine early = builder().build();
		early.connect("e");
		this.time.runReady();
		assertThat(this.store.count("observe")).isEqualTo(1);
		this.store.down(false);
		assertThat(lead(early, "e").isLeader()).isTrue();
	}

	@Test
	void damagedRecordConcernsItsElectionAlone() {
		this.engine.start();
		this.time.runReady();
		fail(new GarbageRecordException("from the test"));
		assertThat(this.election.status().lastError()).contains("from the test");
		fail(null);
		assertThat(this.election.status().lastError()).isNull();
	}

}
