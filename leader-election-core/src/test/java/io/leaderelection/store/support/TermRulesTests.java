/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.AskForLock;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.Evidence.Lock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for each row of the rules. A test of the testkit compares the rules with the
 * simulator's model for random commands.
 */
class TermRulesTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final Nonce OWN = new Nonce(1, 1);

	private static final Nonce OTHER = new Nonce(2, 2);

	private static final TermRecord TERM = new TermRecord(7, OTHER, "other", Instant.EPOCH, LEASE,
			Duration.ofSeconds(12), 3, false, Map.of("zone", "a"), Checkpoints.NONE);

	private static final TermRecord OWN_TERM = new TermRecord(7, OWN, "own", Instant.EPOCH, LEASE,
			Duration.ofSeconds(12), 3, false, Map.of(), Checkpoints.NONE);

	@Test
	void absentRecordIsGrantedIfNoneIsExpected() {
		assertThat(TermRules.acquire(acquire(OWN, LeaseStore.ABSENT, 0), LEASE, 100, null, Evidence.NOTHING))
			.isEqualTo(new Write<>(new TermRecord(100, OWN, "own", Instant.EPOCH, LEASE, Duration.ZERO, 0, false,
					Map.of(), Checkpoints.NONE), LockUse.TAKE, new Outcome.Granted(100, LEASE, Duration.ZERO)));
		assertThat(TermRules.acquire(acquire(OWN, 6, 0), LEASE, 100, null, Evidence.NOTHING))
			.isEqualTo(new Answer<>(new Outcome.Free(LeaseStore.ABSENT, false)));
	}

	@Test
	void tokenIsAboveRecordFloorAndClock() {
		TermRecord released = TERM.asReleased(Duration.ZERO);
		assertThat(tokenGranted(released, 0, 5)).isEqualTo(8);
		assertThat(tokenGranted(released, 20, 5)).isEqualTo(21);
		assertThat(tokenGranted(released, 20, 500)).isEqualTo(500);
		assertThat(tokenGranted(released, StoredTerm.MAX_TOKEN - 1, 5)).isEqualTo(StoredTerm.MAX_TOKEN);
		assertThatExceptionOfType(GarbageRecordException.class)
			.isThrownBy(() -> tokenGranted(released, StoredTerm.MAX_TOKEN, 5))
			.withMessageContainingAll("orders/billing", "delete its record");
	}

	@Test
	void runningTermWithItsLockExcludesOthers() {
		Outcome.Leased held = new Outcome.Leased("other", Instant.EPOCH, 7, Duration.ofSeconds(6),
				Duration.ofSeconds(8), Map.of("zone", "a"));
		assertThat(acquire(TERM, 4, Lock.TERM)).isEqualTo(new Answer<>(held));
		assertThat(TermRules.observe(TERM, seen(TERM, 4, Lock.TERM))).isEqualTo(held);
	}

	@Test
	void lockAloneExcludesOthers() {
		assertThat(acquire(TERM, 20, Lock.TERM)).isInstanceOfSatisfying(Answer.class, (it) -> assertThat(it.outcome())
			.isInstanceOfSatisfying(Outcome.Leased.class, (held) -> assertThat(held.remaining()).isZero()));
		assertThat(acquire(TERM, 4, Lock.OTHER)).isEqualTo(
				new Answer<>(new Outcome.Leased("unknown", Instant.EPOCH, 7, Duration.ZERO, Duration.ZERO, Map.of())));
	}

	@Test
	void unknownLockIsRequestedBeforeTheAnswer() {
		assertThat(TermRules.acquire(acquire(OWN, 1, 0), LEASE, 100, TERM, seen(TERM, 4, Lock.UNKNOWN)))
			.isInstanceOf(AskForLock.class);
		// An answer that needs no lock costs none
		assertThat(TermRules.acquire(acquire(OWN, 1, 0), LEASE, 100, TERM, seen(TERM, 11, Lock.UNKNOWN)))
			.isEqualTo(new Answer<>(new Outcome.Free(7, false)));
		assertThat(acquire(TERM, 11, Lock.UNKNOWN)).isInstanceOf(AskForLock.class);
		assertThat(renew(OWN_TERM, 4, Lock.UNKNOWN)).isInstanceOf(AskForLock.class);
		assertLost(renew(OWN_TERM, 11, Lock.UNKNOWN));
	}

	@Test
	void successorOfVanishedLockWaitsForTheRestOfTheLease() {
		assertThat(waitGranted(TERM.touched(Duration.ZERO), 4)).isEqualTo(Duration.ofSeconds(6));
		assertThat(waitGranted(TERM.touched(Duration.ofSeconds(11)), 4)).isEqualTo(Duration.ofSeconds(7));
		assertThat(waitGranted(TERM.touched(Duration.ZERO), 10)).isZero();
		assertThat(waitGranted(TERM.asReleased(Duration.ZERO), 4)).isZero();
		assertThat(waitGranted(TERM.asReleased(Duration.ofSeconds(5)), 4)).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void repeatAndRenewalExtendRunningTermThatHasItsLock() {
		Write<Outcome> extended = new Write<>(OWN_TERM.touched(Duration.ofSeconds(8)), LockUse.KEEP,
				new Outcome.Granted(7, LEASE, Duration.ofSeconds(8)));
		assertThat(TermRules.acquire(acquire(OWN, 0, 0), LEASE, 100, OWN_TERM, seen(OWN_TERM, 4, Lock.TERM)))
			.isEqualTo(extended);
		assertThat(renew(OWN_TERM, 4, Lock.TERM)).isEqualTo(extended);
	}

	@Test
	void renewalReplacesOlderCheckpointsAndAnswersTheVersionAlone() {
		Checkpoints older = Checkpoints.of(3, Map.of("a", "1"));
		Checkpoints newer = Checkpoints.of(4, Map.of("a", "2"));
		TermRecord noted = OWN_TERM.with(newer);
		assertThat(noted(OWN_TERM.with(older), newer).record().checkpoints()).isEqualTo(newer);
		assertThat(noted(noted, older).record().checkpoints()).isEqualTo(newer);
		assertThat(noted(noted, null).record().checkpoints()).isEqualTo(newer);
		assertThat(noted(noted, null).outcome())
			.isEqualTo(new Outcome.Granted(7, LEASE, Duration.ofSeconds(8), newer.versionAlone()));
	}

	private static Write<Outcome.OfRenew> noted(TermRecord record, @Nullable Checkpoints carried) {
		return (Write<Outcome.OfRenew>) TermRules.renew(new Renew(KEY, OWN, 7, carried), record,
				seen(record, 4, Lock.TERM));
	}

	@ParameterizedTest
	@EnumSource(names = { "FREE", "OTHER" })
	void termWithoutItsLockIsLost(Lock lock) {
		assertLost(acquire(OWN_TERM, 4, lock));
		assertLost(renew(OWN_TERM, 4, lock));
	}

	@Test
	void expiredOrReleasedTermIsLostEvenIfStillFree() {
		TermRecord released = OWN_TERM.asReleased(Duration.ZERO);
		assertLost(renew(OWN_TERM, 10, Lock.TERM));
		assertLost(renew(released, 1, Lock.TERM));
		assertLost(acquire(released, 1, Lock.FREE));
	}

	@Test
	void anotherNonceOrTokenIsAnotherTerm() {
		Evidence evidence = seen(OWN_TERM, 4, Lock.TERM);
		assertLost(TermRules.renew(new Renew(KEY, OTHER, 7), OWN_TERM, evidence));
		assertLost(TermRules.renew(new Renew(KEY, OWN, 8), OWN_TERM, evidence));
		assertLost(TermRules.release(new Release(KEY, OTHER, 7), OWN_TERM, evidence));
		assertLost(TermRules.release(new Release(KEY, OWN, 7), null, Evidence.NOTHING));
	}

	@Test
	void releaseMarksTheRecordOnceWhetherItHasRunOutOrNot() {
		TermRecord released = OWN_TERM.asReleased(Duration.ZERO);
		assertThat(TermRules.release(new Release(KEY, OWN, 7), OWN_TERM, seen(OWN_TERM, 20, Lock.FREE)))
			.isEqualTo(new Write<>(released, LockUse.END, new Outcome.Released()));
		assertThat(TermRules.release(new Release(KEY, OWN, 7), released, seen(released, 1, Lock.FREE)))
			.isEqualTo(new Answer<>(new Outcome.Released()));
	}

	@Test
	void recordAloneExcludesOthersForItsLease() {
		assertThat(Evidence.of(TERM, Duration.ofNanos(LEASE.toNanos() - 1)))
			.isEqualTo(new Evidence(Duration.ofMillis(1), Duration.ofMillis(2001), Lock.TERM));
		assertThat(Evidence.of(TERM, LEASE).lock()).isEqualTo(Lock.FREE);
		assertThat(Evidence.of(TERM.asReleased(Duration.ZERO), Duration.ZERO).lock()).isEqualTo(Lock.FREE);
		assertThat(Evidence.of(null, Duration.ZERO)).isEqualTo(Evidence.NOTHING);
	}

	private static Decision<Outcome.OfAcquire> acquire(TermRecord record, int age, Lock lock) {
		return TermRules.acquire(acquire(OWN, record.token(), 0), LEASE, 100, record, seen(record, age, lock));
	}

	private static Decision<Outcome.OfRenew> renew(TermRecord record, int age, Lock lock) {
		return TermRules.renew(new Renew(KEY, OWN, 7), record, seen(record, age, lock));
	}

	private static void assertLost(Decision<?> decision) {
		assertThat(decision).isEqualTo(new Answer<>(new Outcome.Lost()));
	}

	private static long tokenGranted(TermRecord record, long floor, long now) {
		return granted(TermRules.acquire(acquire(OWN, 7, floor), LEASE, now, record, seen(record, 0, Lock.FREE)))
			.token();
	}

	private static Duration waitGranted(TermRecord record, int age) {
		return granted(acquire(record, age, Lock.FREE)).notBefore();
	}

	private static Outcome.Granted granted(Decision<Outcome.OfAcquire> decision) {
		return (Outcome.Granted) ((Write<Outcome.OfAcquire>) decision).outcome();
	}

	private static Evidence seen(TermRecord record, int age, Lock lock) {
		return Evidence.of(record, Duration.ofSeconds(age), lock);
	}

	private static Acquire acquire(Nonce nonce, long seenToken, long floor) {
		return new Acquire(KEY, "own", nonce, LEASE, seenToken, floor, Instant.EPOCH, Map.of());
	}

}
