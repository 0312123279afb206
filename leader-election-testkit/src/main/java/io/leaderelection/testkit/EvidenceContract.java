/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Evidence that outlives a term: its token, and how long a former leader may still
 * believe that it leads.
 */
abstract class EvidenceContract extends TermContract {

	@Test
	@Tag(MUTATION)
	void theTokenRisesOverReleaseExpiryAndReopening() throws Exception {
		LeaseStore store = candidate();
		ElectionKey key = key("e");
		long token = Instant.parse("2020-01-01T00:00:00Z").toEpochMilli();
		for (int i = 0; i < 4; i++) {
			Term released = win(store, key, "first");
			assertThat(released.token()).isGreaterThan(token);
			release(store, released);
			Term expired = win(store, key, "first");
			assertThat(expired.token()).isGreaterThan(released.token());
			elapse(lease(1.1));
			store.close();
			store = candidate();
			assertThat(observe(store, key)).isEqualTo(new Outcome.Free(expired.token(), false));
			token = expired.token();
		}
	}

	@Test
	void theTokenIsAboveTheFloor() throws Exception {
		LeaseStore store = candidate();
		long floor = win(store, key("e"), "first").token() + 1_000_000_000_000L;
		Term absent = win(store, key("absent"), "first", floor);
		assertThat(absent.token()).isGreaterThan(floor);
		release(store, absent);
		assertThat(win(store, key("absent"), "first", floor + 1000).token()).isGreaterThan(floor + 1000);
	}

	@Test
	@Tag(MUTATION)
	void aTermWhoseRecordWasDeletedIsLost() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Term deleted = win(first, key("e"), "first");
		deleteRecord(key("e"));
		assertThat(renew(first, deleted)).isEqualTo(new Outcome.Lost());
		assertThat(release(first, deleted)).isEqualTo(new Outcome.Lost());
		assertThat(observe(second, key("e"))).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(acquire(second, command(key("e"), "second", Nonce.random(), deleted.token(), deleted.token())))
			.isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(win(second, key("e"), "second", deleted.token()).token()).isGreaterThan(deleted.token());
	}

	@Test
	void theTokenRisesOverADeletedRecordByTheClockAlone() throws Exception {
		LeaseStore store = candidate();
		Term deleted = win(store, key("e"), "first");
		elapse(lease(1.1));
		deleteRecord(key("e"));
		assertThat(renew(store, deleted)).isEqualTo(new Outcome.Lost());
		assertThat(win(candidate(), key("e"), "newcomer").token()).isGreaterThan(deleted.token());
	}

	@Test
	void notBeforeOutlivesReleaseAndReachesSuccessors() throws Exception {
		LeaseStore store = candidate();
		Term first = win(store, key("e"), "first");
		writeNotBefore(key("e"), lease(0.5));
		assertWaits(granted(renew(store, first)).notBefore(), 0.5);
		assertWaits(assertLeased(store, first).notBefore(), 0.5);
		release(store, first);
		Term second = win(store, key("e"), "second");
		assertWaits(second.granted().notBefore(), 0.5);
		Outcome repeat = acquire(store, command(key("e"), "second", second.nonce(), first.token()));
		assertWaits(granted(repeat).notBefore(), 0.5);
		release(store, second);
		// A term is renewed through the store that won it, because a guard lock belongs
		// to its session
		LeaseStore last = candidate();
		Term third = win(last, key("e"), "third");
		assertWaits(third.granted().notBefore(), 0.5);
		look(store, key("e"));
		elapse(lease(0.6));
		assertThat(granted(renew(last, third)).notBefore()).isZero();
		assertThat(assertLeased(store, third).notBefore()).isZero();
	}

	@Test
	void notBeforeIsKeptOverExpiry() throws Exception {
		LeaseStore store = candidate();
		win(store, key("e"), "first");
		writeNotBefore(key("e"), lease(2));
		look(store, key("e"));
		elapse(lease(1.1));
		assertWaits(win(store, key("e"), "second").granted().notBefore(), 0.9);
	}

	@Test
	void theSuccessorOfAVanishedLockWaits() throws Exception {
		if (!traits().guardLockOutlivesLease()) {
			excludeByTrait("theSuccessorOfAVanishedLockWaits", "the store has no guard locks");
			return;
		}
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Term term = win(first, key("e"), "first");
		look(second, key("e"));
		elapse(lease(0.25));
		loseGuardLock(key("e"));
		Term waiting = win(second, key("e"), "second");
		assertWaits(waiting.granted().notBefore(), 0.75);
		assertThat(renew(first, term)).isEqualTo(new Outcome.Lost());
		assertThat(release(first, term)).isEqualTo(new Outcome.Lost());
		assertLeased(first, waiting);
		release(second, waiting);
		Term next = win(first, key("e"), "first");
		assertWaits(next.granted().notBefore(), 0.75);
		elapse(lease(0.8));
		assertThat(granted(renew(first, next)).notBefore()).isZero();
	}

	@Test
	void aLockLostAfterItsTermEndedDelaysNobody() throws Exception {
		if (!traits().guardLockOutlivesLease()) {
			excludeByTrait("aLockLostAfterItsTermEndedDelaysNobody", "the store has no guard locks");
			return;
		}
		LeaseStore store = candidate();
		LeaseStore follower = candidate();
		win(store, key("expired"), "first");
		look(follower, key("expired"));
		elapse(lease(1.1));
		loseGuardLock(key("expired"));
		LeaseStore second = (traits().clock() == StoreTraits.Clock.OBSERVER) ? follower : candidate();
		assertThat(win(second, key("expired"), "second").granted().notBefore()).isZero();
		release(store, win(store, key("released"), "first"));
		loseGuardLock(key("released"));
		assertThat(win(candidate(), key("released"), "second").granted().notBefore()).isZero();
	}

	private void assertWaits(Duration notBefore, double leases) {
		assertThat(notBefore).isPositive().isLessThanOrEqualTo(atMost(lease(leases)));
	}

	/**
	 * Lets a candidate observe the record, like one that waits. In a store without a
	 * clock, a candidate knows only what it observed, and when.
	 */
	final void look(LeaseStore watching, ElectionKey key) {
		if (traits().clock() == StoreTraits.Clock.OBSERVER) {
			observe(watching, key);
		}
	}

}
