/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Batches with many elections, including garbage, and notifications.
 */
abstract class BatchContract extends NameContract {

	@Test
	void emptyBatchesAreAnswered() throws Exception {
		LeaseStore store = candidate();
		assertThat(store.acquire(List.of(), TIMEOUT)).isEmpty();
		assertThat(store.renew(List.of(), TIMEOUT)).isEmpty();
		assertThat(store.release(List.of(), TIMEOUT)).isEmpty();
		assertThat(store.observe(List.of(), TIMEOUT)).isEmpty();
	}

	@Test
	void aBatchOfAThousandKeepsItsOrder() throws Exception {
		LeaseStore store = candidate();
		List<Acquire> commands = new ArrayList<>(IntStream.range(0, LeaseStore.MAX_BATCH)
			.mapToObj((i) -> new Acquire(key("e" + i), "c" + i, Nonce.random(), longLease(), LeaseStore.ABSENT,
					i * 1_000_000_000_000L, Instant.ofEpochMilli(WallClock.system().millis()), Map.of()))
			.toList());
		Collections.shuffle(commands, new Random(7));
		List<Outcome.OfAcquire> granted = store.acquire(commands, TIMEOUT);
		assertThat(granted).hasSize(commands.size());
		List<Term> terms = new ArrayList<>();
		for (int i = 0; i < commands.size(); i++) {
			Acquire command = commands.get(i);
			Term term = new Term(command.key(), command.candidate(), command.nonce(), granted(granted.get(i)));
			assertThat(term.token()).isGreaterThan(command.tokenFloor());
			terms.add(term);
		}
		Collections.shuffle(terms, new Random(8));
		List<Outcome.OfRenew> renewed = store.renew(terms.stream().map(Term::renewal).toList(), TIMEOUT);
		List<Outcome.OfObserve> observed = candidate().observe(terms.stream().map(Term::key).toList(), TIMEOUT);
		for (int i = 0; i < terms.size(); i++) {
			assertThat(granted(renewed.get(i)).token()).isEqualTo(terms.get(i).token());
			assertThat(leased(observed.get(i)).candidate()).isEqualTo(terms.get(i).candidate());
		}
		Collections.shuffle(terms, new Random(9));
		List<Outcome.OfRelease> released = store.release(terms.stream().map(Term::release).toList(), TIMEOUT);
		assertThat(released).hasSize(terms.size()).containsOnly(new Outcome.Released());
	}

	@Test
	void aBatchAnswersEachCommandForItself() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		Term held = win(first, key("held"), "first");
		Term released = win(first, key("released"), "first");
		release(first, released);
		List<Outcome.OfAcquire> outcomes = second
			.acquire(List.of(command(key("held"), "second", Nonce.random(), held.token()),
					command(key("absent"), "second", Nonce.random(), LeaseStore.ABSENT),
					command(key("released"), "second", Nonce.random(), LeaseStore.ABSENT)), TIMEOUT);
		assertThat(outcomes.get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(outcomes.get(1)).isInstanceOf(Outcome.Granted.class);
		assertThat(outcomes.get(2)).isEqualTo(new Outcome.Free(released.token(), true));
		List<Outcome.OfRenew> renewed = first.renew(List.of(released.renewal(), held.renewal()), TIMEOUT);
		assertThat(renewed.get(0)).isEqualTo(new Outcome.Lost());
		assertThat(renewed.get(1)).isInstanceOf(Outcome.Granted.class);
	}

	/** With so many elections a store may read all of them with one request. */
	@Test
	void aBatchReturnsWhatWasWrittenBeforeIt() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		List<ElectionKey> keys = IntStream.range(0, 20).mapToObj((i) -> key("e" + i)).toList();
		assertThat(second.observe(keys, TIMEOUT)).hasSize(20).containsOnly(new Outcome.Free(LeaseStore.ABSENT, false));
		for (int round = 0; round < 3; round++) {
			List<Term> terms = new ArrayList<>();
			for (ElectionKey key : keys) {
				terms.add(win(first, key, "first"));
			}
			List<Outcome.OfObserve> led = second.observe(keys, TIMEOUT);
			first.release(terms.stream().map(Term::release).toList(), TIMEOUT);
			List<Outcome.OfObserve> released = second.observe(keys, TIMEOUT);
			for (int i = 0; i < keys.size(); i++) {
				assertThat(leased(led.get(i)).token()).isEqualTo(terms.get(i).token());
				assertThat(released.get(i)).isEqualTo(new Outcome.Free(terms.get(i).token(), true));
			}
		}
	}

	@Test
	void rule15GarbageHarmsOnlyItsOwnElection() throws Exception {
		LeaseStore store = candidate();
		List<ElectionKey> keys = List.of(key("good"), key("garbage"), key("better"));
		writeGarbage(key("garbage"));
		List<Nonce> nonces = keys.stream().map((key) -> Nonce.random()).toList();
		List<Outcome.OfAcquire> granted = store.acquire(IntStream.range(0, 3)
			.mapToObj((i) -> command(keys.get(i), "first", nonces.get(i), LeaseStore.ABSENT))
			.toList(), TIMEOUT);
		long good = granted(granted.get(0)).token();
		long better = granted(granted.get(2)).token();
		assertGarbage(granted.get(1));
		List<Outcome.OfRenew> renewed = store.renew(List.of(new Renew(keys.get(1), nonces.get(1), 1),
				new Renew(keys.get(0), nonces.get(0), good), new Renew(keys.get(2), nonces.get(2), better)), TIMEOUT);
		assertGarbage(renewed.get(0));
		assertThat(renewed.subList(1, 3)).allSatisfy((it) -> assertThat(it).isInstanceOf(Outcome.Granted.class));
		List<Outcome.OfObserve> observed = store.observe(keys, TIMEOUT);
		assertThat(observed.get(0)).isInstanceOf(Outcome.Leased.class);
		assertGarbage(observed.get(1));
		assertThat(observed.get(2)).isInstanceOf(Outcome.Leased.class);
		List<Outcome.OfRelease> released = store.release(List.of(new Release(keys.get(0), nonces.get(0), good),
				new Release(keys.get(1), nonces.get(1), 1), new Release(keys.get(2), nonces.get(2), better)), TIMEOUT);
		assertThat(released.get(0)).isEqualTo(new Outcome.Released());
		assertGarbage(released.get(1));
		assertThat(released.get(2)).isEqualTo(new Outcome.Released());
	}

	@Test
	void rule15GarbageUnderALiveTermIsNeverOverwritten() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("garbage"), "first");
		writeGarbage(key("garbage"));
		assertGarbage(renew(store, term));
		assertGarbage(acquire(store, command(key("garbage"), "first", term.nonce(), LeaseStore.ABSENT)));
		assertGarbage(release(store, term));
		assertGarbage(attempt(candidate(), key("garbage"), "second", term.token()));
		assertGarbage(observe(store, key("garbage")));
		deleteRecord(key("garbage"));
		assertThat(win(candidate(), key("garbage"), "second", term.token()).token()).isGreaterThan(term.token());
	}

	@Test
	void aReleaseIsNotified() throws Exception {
		LeaseStore first = candidate();
		LeaseStore second = candidate();
		WatchedNotifications events = new WatchedNotifications();
		LeaseStore.Watch watch = second.watch(namespace(), events);
		if (!traits().push()) {
			assertThat(watch).isSameAs(LeaseStore.Watch.NONE);
			excludeByTrait("aReleaseIsNotified", "the store sends no notifications");
			return;
		}
		events.await("live true", TIMEOUT);
		for (String election : List.of("e", "E ", "\u00e9\ud83d\ude00")) {
			Term term = win(first, key(election), "first");
			assertThat(attempt(second, key(election), "second", LeaseStore.ABSENT)).isInstanceOf(Outcome.Leased.class);
			release(first, term);
			events.await("notification " + election, TIMEOUT);
		}
		watch.close();
		watch.close();
	}

	private static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(GarbageRecordException.class)
			.hasMessageContaining("garbage")
			.hasMessageMatching("(?is).*(delete|remove|repair|restore).*");
	}

}
