/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The checkpoints of an election: kept byte for byte over terms, written only by the
 * owner of the term, and never overwritten by a late renewal.
 */
abstract class CheckpointContract extends EvidenceContract {

	private static final Map<String, String> NOTES = Map.of("", "", "last invoice", "4711", "a=b|c~d\\e\n'\"\u0000",
			"\u00e4\u4e16\ud83d\ude00\u007f", "nothing", "");

	@Test
	void anElectionBeginsWithoutCheckpoints() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		assertThat(term.granted().checkpoints()).isEqualTo(Checkpoints.NONE);
		assertThat(granted(renew(store, term)).checkpoints()).isEqualTo(Checkpoints.NONE);
		assertThat(assertLeased(store, term).checkpoints()).isEqualTo(Checkpoints.NONE);
	}

	@Test
	@Tag(MUTATION)
	void checkpointsAreKeptOverReleaseExpiryAndReopening() throws Exception {
		ElectionKey key = key("e");
		LeaseStore store = candidate();
		Term first = win(store, key, "first");
		Checkpoints noted = Checkpoints.of(1, NOTES);
		assertNoted(store, first, noted);
		assertThat(assertLeased(store, first).checkpoints()).isEqualTo(noted);
		assertThat(granted(renew(store, first)).checkpoints()).isEqualTo(noted.versionAlone());
		release(store, first);
		assertThat(observe(store, key)).isEqualTo(new Outcome.Free(first.token(), true, noted));
		Term released = win(store, key, "second");
		assertThat(released.granted().checkpoints()).isEqualTo(noted);
		assertThat(released.granted().checkpoints().values()).isEqualTo(NOTES);
		elapse(lease(1.1));
		assertThat(observe(store, key)).isEqualTo(new Outcome.Free(released.token(), false, noted));
		Term expired = win(store, key, "second");
		assertThat(expired.granted().checkpoints()).isEqualTo(noted);
		store.close();
		LeaseStore reopened = candidate();
		elapse(lease(1.1));
		Term abandoned = win(reopened, key, "third");
		assertThat(abandoned.granted().checkpoints()).isEqualTo(noted);
		assertNoted(reopened, abandoned, new Checkpoints(2, ""));
		release(reopened, abandoned);
		assertThat(win(candidate(), key, "fourth").granted().checkpoints()).isEqualTo(new Checkpoints(2, ""));
	}

	@Test
	void aRepeatedAcquireIsAnsweredWithCheckpoints() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		Checkpoints noted = Checkpoints.of(7, NOTES);
		assertNoted(store, term, noted);
		Acquire repeat = command(key("e"), "first", term.nonce(), LeaseStore.ABSENT);
		assertThat(granted(acquire(store, repeat)).checkpoints()).isEqualTo(noted);
		assertThat(assertLeased(store, term).checkpoints()).isEqualTo(noted);
	}

	@Test
	@Tag(MUTATION)
	void aLateRenewalExtendsButOverwritesNoCheckpoint() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		assertNoted(store, term, Checkpoints.of(4, Map.of("tick", "begun")));
		Checkpoints newer = Checkpoints.of(5, Map.of("tick", "finished"));
		assertNoted(store, term, newer);
		elapse(lease(0.6));
		for (Checkpoints late : List.of(Checkpoints.of(4, Map.of("tick", "begun")),
				Checkpoints.of(5, Map.of("tick", "other")), Checkpoints.of(1, Map.of()))) {
			assertThat(granted(renew(store, term, late)).checkpoints()).isEqualTo(newer.versionAlone());
			assertThat(assertLeased(store, term).checkpoints()).isEqualTo(newer);
		}
		elapse(lease(0.6));
		assertLeased(store, term);
	}

	@Test
	@Tag(MUTATION)
	void aDeposedLeaderWritesNoCheckpoint() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Term former = win(first, key("e"), "first");
		Checkpoints noted = Checkpoints.of(3, NOTES);
		assertNoted(first, former, noted);
		elapse(lease(1.1));
		Checkpoints late = Checkpoints.of(9, Map.of("too", "late"));
		assertThat(renew(first, former, late)).isEqualTo(new Outcome.Lost());
		Term latter = win(second, key("e"), "second");
		assertThat(latter.granted().checkpoints()).isEqualTo(noted);
		assertThat(renew(first, former, late)).isEqualTo(new Outcome.Lost());
		assertThat(renew(first, new Term(key("e"), "first", Nonce.random(), latter.granted()), late))
			.isEqualTo(new Outcome.Lost());
		assertThat(assertLeased(second, latter).checkpoints()).isEqualTo(noted);
		release(second, latter);
		assertThat(renew(second, latter, late)).isEqualTo(new Outcome.Lost());
		assertThat(observe(second, key("e"))).isEqualTo(new Outcome.Free(latter.token(), true, noted));
	}

	@Test
	void observersAndRefusedCandidatesSeeCheckpoints() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Term term = win(first, key("e"), "first");
		assertNoted(first, term, Checkpoints.of(1, NOTES));
		Outcome.Leased leased = leased(attempt(second, key("e"), "second", term.token()));
		assertThat(leased.checkpoints().values()).isEqualTo(NOTES);
		assertThat(assertLeased(second, term).checkpoints().values()).isEqualTo(NOTES);
		release(first, term);
		assertThat(attempt(second, key("e"), "second", LeaseStore.ABSENT))
			.isEqualTo(new Outcome.Free(term.token(), true));
	}

	@Test
	void theMostCheckpointsAreKept() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		Checkpoints most = Checkpoints.of(1L << 40, Map.of("n", "\u4e16".repeat(10_239)));
		assertNoted(store, term, most);
		assertThat(assertLeased(store, term).checkpoints()).isEqualTo(most);
		release(store, term);
		assertThat(win(candidate(), key("e"), "second").granted().checkpoints()).isEqualTo(most);
	}

	@Test
	void brokenCheckpointsDoNotPreventLeadership() throws Exception {
		LeaseStore store = candidate();
		Term first = win(store, key("e"), "first");
		assertNoted(store, first, Checkpoints.of(2, NOTES));
		writeBrokenCheckpoints(key("e"));
		assertThat(renew(store, first)).isInstanceOf(Outcome.Granted.class);
		assertThat(assertLeased(store, first).checkpoints().isUnderstood()).isFalse();
		release(store, first);
		Term second = win(candidate(), key("e"), "second");
		Checkpoints broken = second.granted().checkpoints();
		assertThat(broken.isUnderstood()).isFalse();
		LeaseStore last = candidate();
		look(last, key("e"));
		elapse(lease(1.1));
		Term third = win(last, key("e"), "third");
		assertThat(third.granted().checkpoints()).isEqualTo(broken);
		Checkpoints repaired = Checkpoints.of(broken.version() + 1, Map.of("fresh", "start"));
		assertNoted(last, third, repaired);
		assertThat(assertLeased(last, third).checkpoints()).isEqualTo(repaired);
	}

	@Test
	void aVersionBeyondTheLargestCountsAsNone() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		// No leader reaches this version: another program wrote it
		renew(store, term, new Checkpoints(StoredTerm.MAX_TOKEN, ""));
		assertThat(renew(store, term)).isInstanceOf(Outcome.Granted.class);
		Checkpoints repaired = Checkpoints.of(1, NOTES);
		assertNoted(store, term, repaired);
		assertThat(assertLeased(store, term).checkpoints()).isEqualTo(repaired);
		assertNoted(store, term, Checkpoints.of(2, Map.of()));
		release(store, term);
		assertThat(win(candidate(), key("e"), "second").granted().checkpoints()).isEqualTo(new Checkpoints(2, ""));
	}

	@Test
	void aBatchOfRenewalsKeepsCheckpointsApart() throws Exception {
		LeaseStore store = candidate();
		List<Term> terms = new ArrayList<>();
		List<Renew> renewals = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			Term term = win(store, key("e" + i), "first");
			terms.add(term);
			renewals.add((i % 3 != 0) ? renewal(term, noted(i)) : term.renewal());
		}
		List<Outcome.OfRenew> outcomes = store.renew(renewals, TIMEOUT);
		for (int i = 0; i < 6; i++) {
			Checkpoints expected = (i % 3 != 0) ? noted(i) : Checkpoints.NONE;
			assertThat(granted(outcomes.get(i)).checkpoints()).isEqualTo(expected.versionAlone());
			assertThat(assertLeased(store, terms.get(i)).checkpoints()).isEqualTo(expected);
		}
	}

	private static Checkpoints noted(int number) {
		return Checkpoints.of(number, Map.of("number", Integer.toString(number)));
	}

	private static Renew renewal(Term term, Checkpoints checkpoints) {
		return new Renew(term.key(), term.nonce(), term.token(), checkpoints);
	}

	private static Outcome.OfRenew renew(LeaseStore store, Term term, Checkpoints checkpoints) {
		return store.renew(List.of(renewal(term, checkpoints)), TIMEOUT).get(0);
	}

	private static void assertNoted(LeaseStore store, Term term, Checkpoints checkpoints) {
		assertThat(granted(renew(store, term, checkpoints)).checkpoints()).isEqualTo(checkpoints.versionAlone());
	}

}
