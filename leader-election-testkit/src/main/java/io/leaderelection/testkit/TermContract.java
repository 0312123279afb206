/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The life of a term: granted, repeated, renewed, released, expired.
 */
abstract class TermContract extends StoreFixture {

	private static final Outcome LOST = new Outcome.Lost();

	private static final Outcome RELEASED = new Outcome.Released();

	@Test
	@Tag(MUTATION)
	void aLiveTermExcludesEveryOtherCandidate() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Term term = win(first, key("e"), "first");
		assertThat(term.granted().duration()).isPositive().isLessThanOrEqualTo(lease());
		assertThat(term.granted().notBefore()).isZero();
		assertThat(term.token()).isPositive();
		for (long seenToken : new long[] { LeaseStore.ABSENT, term.token() }) {
			Outcome.Leased leased = leased(attempt(second, key("e"), "second", seenToken));
			assertThat(leased.candidate()).isEqualTo("first");
			assertThat(leased.token()).isEqualTo(term.token());
			assertThat(leased.remaining()).isPositive().isLessThanOrEqualTo(atMost(lease()));
			assertThat(leased.notBefore()).isZero();
		}
		assertLeased(second, term);
		assertThat(renew(first, term)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	@Tag(MUTATION)
	void theSameCandidateWithAnotherNonceIsExcluded() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		assertThat(attempt(store, key("e"), "first", term.token())).isInstanceOf(Outcome.Leased.class);
		assertThat(renew(store, term)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	@Tag(MUTATION)
	void aRepeatIsTheSameGrantExtended() throws Exception {
		LeaseStore store = candidate();
		Acquire command = command(key("e"), "first", Nonce.random(), LeaseStore.ABSENT);
		Outcome.Granted granted = granted(acquire(store, command));
		elapse(lease(0.4));
		Ticker ticker = Ticker.system();
		long sent = ticker.nanos();
		Outcome.Granted repeated = granted(acquire(store, command));
		assertThat(repeated.token()).isEqualTo(granted.token());
		assertThat(repeated.notBefore()).isEqualTo(granted.notBefore());
		assertThat(repeated.duration()).isEqualTo(granted.duration());
		Duration kept = assertLeased(store, new Term(key("e"), "first", command.nonce(), repeated)).remaining();
		Duration since = Duration.ofNanos(ticker.nanos() - sent).plusMillis(1);
		assertThat(kept.plus(since)).as("time left in the store, after an answer of %s", repeated.duration())
			.isGreaterThanOrEqualTo(repeated.duration());
		elapse(lease(0.8));
		assertLeased(store, new Term(key("e"), "first", command.nonce(), repeated));
	}

	@Test
	@Tag(MUTATION)
	void aRepeatAfterReleaseIsLostAndChangesNothing() throws Exception {
		LeaseStore store = candidate();
		Acquire command = command(key("e"), "first", Nonce.random(), LeaseStore.ABSENT);
		long token = granted(acquire(store, command)).token();
		assertThat(release(store, key("e"), command.nonce(), token)).isEqualTo(RELEASED);
		assertRepeatIsLost(store, command, new Outcome.Free(token, true));
	}

	@Test
	@Tag(MUTATION)
	void aRepeatAfterExpiryIsLostAndChangesNothing() throws Exception {
		LeaseStore store = candidate();
		Acquire command = command(key("e"), "first", Nonce.random(), LeaseStore.ABSENT);
		long token = granted(acquire(store, command)).token();
		elapse(lease(1.1));
		assertRepeatIsLost(store, command, new Outcome.Free(token, false));
	}

	private void assertRepeatIsLost(LeaseStore store, Acquire command, Outcome.Free unchanged) {
		assertThat(acquire(store, command)).isEqualTo(LOST);
		Acquire informed = command(command.key(), "first", command.nonce(), unchanged.token());
		assertThat(acquire(store, informed)).isEqualTo(LOST);
		assertThat(observe(store, command.key())).isEqualTo(unchanged);
	}

	@Test
	@Tag(MUTATION)
	void aTermIsWrittenOnlyOverTheTokenLastSeen() throws Exception {
		LeaseStore store = candidate();
		ElectionKey key = key("e");
		assertThat(attempt(store, key, "first", 5)).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		Term former = win(store, key, "first");
		release(store, former);
		Term latter = win(store, key, "first");
		release(store, latter);
		long[] wrong = { LeaseStore.ABSENT, former.token(), latter.token() - 1, latter.token() + 1, Long.MAX_VALUE };
		for (long seenToken : wrong) {
			assertThat(attempt(store, key, "second", seenToken)).as("seen %d", seenToken)
				.isEqualTo(new Outcome.Free(latter.token(), true));
		}
		assertThat(granted(attempt(store, key, "second", latter.token())).token()).isGreaterThan(latter.token());
	}

	@Test
	@Tag(MUTATION)
	void anExpiredTermIsAcquiredOverTheTokenSeen() throws Exception {
		Term term = win(candidate(), key("e"), "first");
		LeaseStore second = candidate();
		assertThat(attempt(second, key("e"), "second", LeaseStore.ABSENT)).isInstanceOf(Outcome.Leased.class);
		elapse(lease(1.1));
		assertThat(observe(second, key("e"))).isEqualTo(new Outcome.Free(term.token(), false));
		assertThat(attempt(second, key("e"), "second", term.token() - 1))
			.isEqualTo(new Outcome.Free(term.token(), false));
		Term next = win(second, key("e"), "second");
		assertThat(next.token()).isGreaterThan(term.token());
		assertThat(next.granted().notBefore()).isZero();
	}

	@Test
	@Tag(MUTATION)
	void aRenewalExtendsByTheFullDuration() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		for (int i = 0; i < 4; i++) {
			elapse(lease(0.4));
			Outcome.Granted renewed = granted(renew(store, term));
			assertThat(renewed.token()).isEqualTo(term.token());
			assertThat(renewed.duration()).isEqualTo(term.granted().duration());
			assertThat(assertLeased(store, term).remaining()).isGreaterThan(atMost(lease(0.6)));
		}
	}

	@Test
	@Tag(MUTATION)
	void aRenewalOfAnExpiredTermIsLostEvenIfStillFree() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		elapse(lease(1.1));
		assertThat(renew(store, term)).isEqualTo(LOST);
		assertThat(observe(store, key("e"))).isEqualTo(new Outcome.Free(term.token(), false));
		assertThat(win(candidate(), key("e"), "second").token()).isGreaterThan(term.token());
	}

	@Test
	@Tag(MUTATION)
	void aRenewalAfterReleaseIsLost() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		assertThat(release(store, term)).isEqualTo(RELEASED);
		assertThat(renew(store, term)).isEqualTo(LOST);
		assertThat(observe(store, key("e"))).isEqualTo(new Outcome.Free(term.token(), true));
	}

	@Test
	@Tag(MUTATION)
	void aRenewalWithAnotherNonceOrTokenIsLostAndChangesNothing() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		elapse(lease(0.4));
		assertThat(renew(store, term.key(), Nonce.random(), term.token())).isEqualTo(LOST);
		assertThat(renew(store, term.key(), term.nonce(), term.token() + 1)).isEqualTo(LOST);
		assertThat(renew(store, term.key(), term.nonce(), term.token() - 1)).isEqualTo(LOST);
		assertThat(assertLeased(store, term).remaining()).isLessThanOrEqualTo(atMost(lease(0.6)));
		assertThat(renew(store, term)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	@Tag(MUTATION)
	void aReleaseWithAnotherNonceOrTokenIsLostAndChangesNothing() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		assertThat(release(store, term.key(), Nonce.random(), term.token())).isEqualTo(LOST);
		assertThat(release(store, term.key(), term.nonce(), term.token() + 1)).isEqualTo(LOST);
		assertThat(release(store, term.key(), term.nonce(), term.token() - 1)).isEqualTo(LOST);
		assertLeased(candidate(), term);
		assertThat(renew(store, term)).isInstanceOf(Outcome.Granted.class);
		assertThat(release(store, term)).isEqualTo(RELEASED);
	}

	@Test
	void aReleaseIsRepeatedSafely() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		assertThat(release(store, term)).isEqualTo(RELEASED);
		assertThat(release(store, term)).isEqualTo(RELEASED);
		assertThat(observe(store, key("e"))).isEqualTo(new Outcome.Free(term.token(), true));
	}

	@Test
	void anExpiredTermIsReleased() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		elapse(lease(1.1));
		assertThat(release(store, term)).isEqualTo(RELEASED);
		assertThat(observe(store, key("e"))).isEqualTo(new Outcome.Free(term.token(), true));
	}

	@Test
	@Tag(MUTATION)
	void commandsOfAFormerTermDoNothingToItsSuccessor() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Acquire command = command(key("e"), "first", Nonce.random(), LeaseStore.ABSENT);
		Term former = new Term(key("e"), "first", command.nonce(), granted(acquire(first, command)));
		elapse(lease(1.1));
		Term latter = win(second, key("e"), "second");
		assertThat(renew(first, former)).isEqualTo(LOST);
		assertThat(release(first, former)).isEqualTo(LOST);
		assertThat(acquire(first, command)).isInstanceOf(Outcome.Leased.class);
		assertLeased(first, latter);
		assertThat(release(second, latter)).isEqualTo(RELEASED);
		assertThat(acquire(first, command)).isEqualTo(new Outcome.Free(latter.token(), true));
		assertThat(renew(first, former)).isEqualTo(LOST);
		assertThat(release(first, former)).isEqualTo(LOST);
		assertThat(observe(first, key("e"))).isEqualTo(new Outcome.Free(latter.token(), true));
	}

	@Test
	void theSameCandidateWinsANewTermAfterRelease() throws Exception {
		LeaseStore store = candidate();
		Term former = win(store, key("e"), "first");
		release(store, former);
		Term latter = win(store, key("e"), "first");
		assertThat(latter.token()).isGreaterThan(former.token());
		assertThat(renew(store, former)).isEqualTo(LOST);
		assertLeased(store, latter);
	}

	@Test
	void anAbsentRecordIsFreeAndHasNoTerm() throws Exception {
		LeaseStore store = candidate();
		assertThat(observe(store, key("e"))).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(renew(store, key("e"), Nonce.random(), 1)).isEqualTo(LOST);
		assertThat(release(store, key("e"), Nonce.random(), 1)).isEqualTo(LOST);
		assertThat(observe(store, key("e"))).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
	}

}
