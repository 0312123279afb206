/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import io.leaderelection.LeaderElection;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.SharedFailureException;
import io.leaderelection.time.Moment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What counts as an answer of the store, what all elections have in common, and who has a
 * lease without being a candidate.
 */
class StoreContactTests {

	private static final Command READ = new Observe(new ElectionKey("orders", "billing"));

	private static final Command WRITE = new Release(new ElectionKey("orders", "billing"), new Nonce(0, 1), 1);

	private static final Outcome UNKNOWN = new Outcome.Unknown(new NoAnswerException("silent", null));

	private final AsyncLog log = new AsyncLog(LeaderElection.class, Runnable::run);

	private final StoreContact contact = new StoreContact(log("Store 'redis'"), () -> 2, 0);

	private long now;

	@Test
	void batchIsAnsweredIfOneOfItsOutcomesIsKnown() {
		assertThat(StoreContact.failureOf(List.of(UNKNOWN, UNKNOWN))).hasMessage("silent");
		assertThat(StoreContact.failureOf(List.of(UNKNOWN, new Outcome.Lost()))).isNull();
		assertThat(StoreContact.failureOf(List.of())).isNull();
	}

	@Test
	void failureAfterAnAnswerIsThatOfOneElection() {
		assertThat(this.contact.last()).isNull();
		assertThat(this.contact.failed(new TimeoutException("late"), WRITE, new Moment(5, 0))).isTrue();
		this.contact.answered(READ, new Moment(10, 1000));
		assertThat(this.contact.last()).isEqualTo(Instant.ofEpochMilli(1000));
		assertThat(this.contact.failed(new TimeoutException("late"), WRITE, new Moment(9, 0))).isFalse();
		assertThat(this.contact.failed(new TimeoutException("late"), WRITE, new Moment(11, 0))).isTrue();
	}

	@Test
	void storeIsSilentOnceSomethingHasFailed() {
		this.contact.answered(READ, new Moment(10, 0));
		assertThat(this.contact.isSilentFor(5, 100)).as("nothing was sent").isFalse();
		this.contact.notSent(new IllegalStateException("no threads"));
		assertThat(this.contact.isSilentFor(5, 15)).isFalse();
		assertThat(this.contact.isSilentFor(5, 16)).isTrue();
		this.contact.answered(WRITE, new Moment(16, 0));
		assertThat(this.contact.isSilentFor(5, 100)).isFalse();
	}

	@Test
	void sharedFailureEndsWhenNoCommandHasMetItForAWhile() {
		ElectionLog failures = log("Store 'local'");
		SharedFailures shared = new SharedFailures(failures, () -> this.now);
		assertThat(shared.log(READ, UNKNOWN)).isFalse();
		assertThat(shared.log(READ, new Outcome.Lost())).isFalse();
		shared.answered(READ);
		assertThat(shared.log(WRITE, new Outcome.Unknown(new SharedFailureException("full", null)))).isTrue();
		shared.answered(WRITE);
		assertThat(failures.current()).isEqualTo("full");
		this.now = SharedFailures.QUIET.toNanos();
		shared.answered(WRITE);
		assertThat(failures.current()).isNull();
	}

	@Test
	void otherHolderIsKnownUntilACandidateHasTheLease() {
		OtherHolder holder = new OtherHolder("Election 'billing'", this.log);
		Outcome.Leased leased = new Outcome.Leased("somebody", Instant.EPOCH, 1, Duration.ofSeconds(9), Duration.ZERO,
				Map.of());
		for (String name : List.of("somebody", "somebody", "another")) {
			holder.received(new Outcome.Leased(name, Instant.EPOCH, 1, Duration.ofSeconds(9), Duration.ZERO, Map.of())
				.ofOther("Empty it."));
			assertThat(holder.name()).isEqualTo(name);
		}
		holder.received(UNKNOWN);
		assertThat(holder.name()).isEqualTo("another");
		holder.received(leased);
		assertThat(holder.name()).isNull();
		holder.received(leased.ofOther("Empty it."));
		holder.received(new Outcome.Free(1, true, Checkpoints.NONE));
		assertThat(holder.name()).isNull();
	}

	private ElectionLog log(String what) {
		return new ElectionLog(what, this.log, new WarningBursts(this.log, () -> 0), () -> 0, Duration.ofSeconds(15));
	}

}
