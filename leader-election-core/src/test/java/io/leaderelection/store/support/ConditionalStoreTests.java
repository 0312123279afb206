/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.Stored.OtherOwner;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What a store by compare-and-set asks of its records, and when. Its commands are tested
 * by the contract suite in the testkit.
 */
class ConditionalStoreTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private static final ElectionKey SECOND = new ElectionKey("orders", "mails");

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	private static final Nonce OWN = new Nonce(1, 1);

	private static final Nonce OTHER = new Nonce(2, 2);

	private final Time time = new Time();

	private final Values values = new Values();

	private final ConditionalStore store = new ConditionalStore("Values", this.values, this.time);

	@AfterEach
	void close() {
		this.store.close();
	}

	@Test
	void aRenewalIsOneRequest() {
		long token = win();
		assertThat(this.values.requests).containsExactly("read", "replace");
		this.values.requests.clear();
		assertThat(renew(token)).isInstanceOf(Outcome.Granted.class);
		assertThat(renew(token)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.values.requests).containsExactly("replace", "replace");
	}

	@Test
	void aServiceWithoutNotificationsHasNoWatch() {
		assertThat(watch()).isSameAs(Watch.NONE);
	}

	@Test
	void aRenewalWithoutKnowledgeReadsFirst() {
		long token = win();
		assertThat(release(token)).isInstanceOf(Outcome.Released.class);
		this.values.requests.clear();
		assertThat(renew(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(this.values.requests).containsExactly("read");
	}

	@Test
	void knownValueProvesNoLoss() {
		long token = win();
		this.time.advance(LEASE.plusSeconds(1));
		this.values.requests.clear();
		// What was written is over by this clock, so the store looks before it says so
		assertThat(renew(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(this.values.requests).containsExactly("read");
	}

	@Test
	void aConflictIsReadAndDecidedAgain() {
		long token = win();
		this.values.touch(KEY);
		this.values.requests.clear();
		assertThat(renew(token)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.values.requests).containsExactly("replace", "read", "replace");
	}

	@Test
	void aValueThatIsReturnedWithTheRefusalIsNotRead() {
		this.values.returnsPresent = true;
		long token = win();
		this.values.touch(KEY);
		this.values.requests.clear();
		assertThat(renew(token)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.values.requests).containsExactly("replace", "replace");
		this.values.put(KEY, term(OTHER, token + 1, false));
		this.values.requests.clear();
		assertThat(renew(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(this.values.requests).containsExactly("replace");
	}

	@Test
	void aRefusalThatReturnsNothingIsRead() {
		this.values.returnsPresent = true;
		long token = win();
		this.values.remove(KEY);
		this.values.requests.clear();
		assertThat(renew(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(this.values.requests).containsExactly("replace", "read");
	}

	@Test
	void endlessConflictsAreReported() {
		long token = win();
		this.values.refusesAll = true;
		this.values.requests.clear();
		assertThat(cause(renew(token))).isInstanceOf(LeaseStoreException.class)
			.hasMessageContainingAll(KEY.toString(), "20 times", "Find out who writes it");
		assertThat(this.values.requests).filteredOn("read"::equals).hasSize(20);
	}

	@Test
	void noRequestIsSentThatNobodyWaitsFor() {
		long token = win();
		this.values.requests.clear();
		assertThat(cause(this.store.renew(List.of(new Renew(KEY, OWN, token)), Duration.ZERO).get(0)))
			.isInstanceOf(NoAnswerException.class)
			.hasMessageContaining("was not sent");
		assertThat(this.values.requests).isEmpty();
		this.values.refusesAll = true;
		this.values.afterWrite = () -> this.time.advance(TIMEOUT.plusSeconds(1));
		assertThat(cause(renew(token))).isInstanceOf(NoAnswerException.class);
		assertThat(this.values.requests).containsExactly("replace");
	}

	@Test
	void aWriteWhoseAnswerWasLostIsFoundByItsNonce() {
		long token = win();
		this.values.afterWrite = () -> {
			throw new NoAnswerException("no answer", null);
		};
		assertThat(cause(renew(token))).isInstanceOf(NoAnswerException.class);
		this.values.afterWrite = null;
		assertThat(renew(token)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aLeaseEndsWhenItsRecordWasSeenUnchangedForSoLong() {
		this.values.put(KEY, term(OTHER, 7, false));
		assertThat(observe()).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.remaining()).isEqualTo(LEASE));
		this.time.advance(LEASE.dividedBy(2));
		assertThat(observe()).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.remaining()).isEqualTo(LEASE.dividedBy(2)));
		this.values.touch(KEY);
		assertThat(observe()).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.remaining()).isEqualTo(LEASE));
		this.time.advance(LEASE);
		assertThat(observe()).isEqualTo(new Outcome.Free(7, false));
		assertThat(acquire(OWN, 7)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void anAcquireOfWhatAWatchShowedToBeFreeIsOneRequest() {
		watch();
		this.values.put(KEY, term(OTHER, 7, true));
		assertThat(this.values.show(KEY)).isTrue();
		assertThat(acquire(OWN, 7)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.values.requests).containsExactly("replace");
	}

	@Test
	void aLateEventDecidesNothing() {
		watch();
		this.values.put(KEY, term(OTHER, 7, true));
		this.values.show(KEY);
		this.values.put(KEY, term(new Nonce(3, 3), 8, false));
		assertThat(acquire(OWN, 7)).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.token()).isEqualTo(8));
		this.values.put(KEY, term(OTHER, 9, true));
		this.values.show(KEY);
		// The token that the command names is another one
		assertThat(acquire(OWN, 7)).isEqualTo(new Outcome.Free(9, true));
	}

	@Test
	void aWatchShowsWhatMayBeFree() {
		watch();
		this.values.put(KEY, term(OTHER, 7, false));
		assertThat(this.values.show(KEY)).isFalse();
		this.values.remove(KEY);
		assertThat(this.values.show(KEY)).isTrue();
		assertThat(acquire(OWN, LeaseStore.ABSENT)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.values.requests).containsExactly("read", "replace");
	}

	@Test
	void onlySoManyFreeValuesAreKept() {
		watch();
		for (int i = 0; i < 2001; i++) {
			ElectionKey key = new ElectionKey("orders", "e" + i);
			this.values.put(key, term(OTHER, 7, true));
			assertThat(this.values.show(key)).isTrue();
		}
		assertThat(this.store.acquire(List.of(command(new ElectionKey("orders", "e2000"), OWN, 7)), TIMEOUT))
			.singleElement()
			.isInstanceOf(Outcome.Granted.class);
		assertThat(this.values.requests).containsExactly("read", "replace");
	}

	@Test
	void aBatchReadsTogetherWhatItCan() {
		this.values.put(KEY, term(OTHER, 7, true));
		this.values.put(SECOND, term(OTHER, 8, true));
		this.values.readsTogether = List.of(KEY);
		assertThat(this.store.observe(List.of(KEY, SECOND), TIMEOUT)).containsExactly(new Outcome.Free(7, true),
				new Outcome.Free(8, true));
		assertThat(this.values.requests).containsExactlyInAnyOrder("readAll", "read");
		this.values.requests.clear();
		assertThat(observe()).isEqualTo(new Outcome.Free(7, true));
		assertThat(this.values.requests).containsExactly("read");
	}

	@Test
	void aBatchThatCannotBeReadTogetherIsReadOneByOne() {
		this.values.put(KEY, term(OTHER, 7, true));
		this.values.readsTogether = null;
		assertThat(this.store.acquire(List.of(command(KEY, OWN, 7), command(SECOND, OWN, 0)), TIMEOUT))
			.hasOnlyElementsOfType(Outcome.Granted.class);
		assertThat(this.values.requests).contains("readAll", "read");
	}

	@Test
	void garbageThatIsReadTogetherHarmsNoOtherElection() {
		this.values.put(KEY, term(OTHER, 7, true));
		this.values.garbageTogether = true;
		assertThat(this.store.observe(List.of(KEY, SECOND), TIMEOUT)).containsExactly(new Outcome.Free(7, true),
				new Outcome.Free(LeaseStore.ABSENT, false));
	}

	@Test
	void anotherClientsNameExcludesUntilItsLeaseEnds() {
		long token = win();
		this.values.enter(KEY, new OtherOwner("elector", LEASE.multipliedBy(2), "1", "empty it"));
		assertThat(observe()).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
			assertThat(leased.candidate()).isEqualTo("elector");
			assertThat(leased.remaining()).isEqualTo(LEASE.multipliedBy(2));
			assertThat(leased.remedy()).isEqualTo("empty it");
		});
		assertThat(renew(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(release(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(acquire(OTHER, token)).isInstanceOf(Outcome.Leased.class);
		this.time.advance(LEASE.multipliedBy(2));
		this.values.enter(KEY, new OtherOwner("elector", LEASE.multipliedBy(2), "2", "empty it"));
		assertThat(acquire(OTHER, token)).isInstanceOf(Outcome.Leased.class);
		this.time.advance(LEASE.multipliedBy(2));
		assertThat(acquire(OTHER, token)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aNameThatIsMeantToTakePartHasNoRemedy() {
		this.values.put(KEY, null);
		this.values.enter(KEY, new OtherOwner("elector", LEASE, null, null));
		assertThat(observe()).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
			assertThat(leased.candidate()).isEqualTo("elector");
			assertThat(leased.remedy()).isNull();
		});
		this.time.advance(LEASE);
		assertThat(acquire(OWN, LeaseStore.ABSENT)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aTermWhoseOwnerWasRemovedIsLostAndExcludesUntilItsLeaseEnds() {
		long token = win();
		this.values.enter(KEY, new OtherOwner("", Duration.ZERO, null, "empty it"));
		assertThat(renew(token)).isInstanceOf(Outcome.Lost.class);
		assertThat(acquire(OTHER, token)).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.candidate()).isEqualTo("own"));
		this.time.advance(LEASE);
		assertThat(acquire(OTHER, token)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aReleasedTermThatKeepsItsOwnNameExcludesNobody() {
		this.values.put(KEY, term(OWN, 7, true));
		this.values.enter(KEY, new OtherOwner("own", LEASE, null, "empty it"));
		assertThat(acquire(OTHER, 7)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aValueWithoutARecordIsFreeAndReplaced() {
		this.values.put(KEY, null);
		assertThat(observe()).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(win()).isPositive();
	}

	@Test
	void garbageIsAnUnknownOutcome() {
		this.values.fails = new GarbageRecordException("garbage");
		assertThat(cause(observe())).isInstanceOf(GarbageRecordException.class);
	}

	@Test
	void aClosedStoreRefuses() {
		this.store.close();
		assertThat(this.values.requests).containsExactly("close");
		assertThatIllegalStateException().isThrownBy(this::observe).withMessage("The Values store is closed");
		assertThatIllegalStateException().isThrownBy(this::watch).withMessage("The Values store is closed");
		assertThat(this.time.closed).as("pools of threads").hasValue(4);
	}

	private static TermRecord term(Nonce nonce, long token, boolean released) {
		return new TermRecord(token, nonce, nonce.equals(OWN) ? "own" : "other", Instant.EPOCH, LEASE, Duration.ZERO, 0,
				released, Map.of(), Checkpoints.NONE);
	}

	private long win() {
		Outcome.OfAcquire outcome = acquire(OWN, LeaseStore.ABSENT);
		assertThat(outcome).isInstanceOf(Outcome.Granted.class);
		return ((Outcome.Granted) outcome).token();
	}

	private Outcome.OfAcquire acquire(Nonce nonce, long seenToken) {
		return this.store.acquire(List.of(command(KEY, nonce, seenToken)), TIMEOUT).get(0);
	}

	private static Acquire command(ElectionKey key, Nonce nonce, long seenToken) {
		return new Acquire(key, nonce.equals(OWN) ? "own" : "other", nonce, LEASE, seenToken, 0,
				Instant.ofEpochMilli(1), Map.of());
	}

	private Outcome.OfRenew renew(long token) {
		return this.store.renew(List.of(new Renew(KEY, OWN, token)), TIMEOUT).get(0);
	}

	private Outcome.OfRelease release(long token) {
		return this.store.release(List.of(new Release(KEY, OWN, token)), TIMEOUT).get(0);
	}

	private Outcome.OfObserve observe() {
		return this.store.observe(List.of(KEY), TIMEOUT).get(0);
	}

	private Watch watch() {
		return this.store.watch(KEY.namespace(), new NotificationListener() {

			@Override
			public void notified(String election) {
			}

			@Override
			public void live(boolean live) {
			}

		});
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause();
	}

	/**
	 * Values in memory with a version that rises, and a list of the requests.
	 */
	private static final class Values implements ConditionalRecords {

		private final Map<ElectionKey, Stored> stored = new HashMap<>();

		private final List<String> requests = new ArrayList<>();

		private long version;

		private boolean refusesAll;

		/** Whether a refusal returns what is stored. */
		private boolean returnsPresent;

		private @Nullable Runnable afterWrite;

		private @Nullable RuntimeException fails;

		/** What one request can read together, or {@code null} if it fails. */
		private @Nullable List<ElectionKey> readsTogether = List.of();

		private boolean garbageTogether;

		private Changes changes = (key, value) -> false;

		private synchronized void request(String request) {
			this.requests.add(request);
			if (this.fails != null) {
				throw this.fails;
			}
		}

		@Override
		public synchronized @Nullable Stored read(ElectionKey key, CallBudget budget) {
			request("read");
			return this.stored.get(key);
		}

		@Override
		public synchronized @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record,
				CallBudget budget) {
			request("replace");
			Stored present = this.stored.get(key);
			boolean isExpected = (present == null) ? expected == null
					: expected != null && present.version().equals(expected.version());
			Stored written = (isExpected && !this.refusesAll) ? put(key, record) : null;
			if (this.afterWrite != null) {
				this.afterWrite.run();
			}
			return written;
		}

		@Override
		public synchronized Replacement tryReplace(ElectionKey key, @Nullable Stored expected, TermRecord record,
				CallBudget budget) {
			Replacement answer = ConditionalRecords.super.tryReplace(key, expected, record, budget);
			return (this.returnsPresent && !answer.written()) ? new Replacement(false, this.stored.get(key)) : answer;
		}

		@Override
		public synchronized Map<ElectionKey, Stored> readAll(List<ElectionKey> keys, CallBudget budget) {
			request("readAll");
			if (this.garbageTogether) {
				throw new GarbageRecordException("garbage");
			}
			if (this.readsTogether == null) {
				throw new RefusedCommandException("not together", null);
			}
			Map<ElectionKey, Stored> read = new HashMap<>(this.stored);
			read.keySet().retainAll(this.readsTogether);
			return read;
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener, Changes changes) {
			this.changes = changes;
			return Watch.NONE;
		}

		@Override
		public void close() {
			if (!this.requests.contains("close")) {
				this.requests.add("close");
			}
		}

		Stored put(ElectionKey key, @Nullable TermRecord record) {
			Stored value = new Stored(record, ++this.version, null);
			this.stored.put(key, value);
			return value;
		}

		/** Renews the term of a key as its leader does. */
		void touch(ElectionKey key) {
			TermRecord record = this.stored.get(key).record();
			put(key, (record != null) ? record.touched(Duration.ZERO) : null);
		}

		void enter(ElectionKey key, OtherOwner owner) {
			this.stored.put(key, new Stored(this.stored.get(key).record(), ++this.version, owner));
		}

		void remove(ElectionKey key) {
			this.stored.remove(key);
		}

		boolean show(ElectionKey key) {
			return this.changes.seen(key, this.stored.get(key));
		}

	}

	/** A ticker that only moves by steps. */
	private static final class Time implements TimeSystem {

		private final AtomicLong nanos = new AtomicLong(Duration.ofDays(3).toNanos());

		/** The number of pools of threads that were closed. */
		private final AtomicInteger closed = new AtomicInteger();

		void advance(Duration duration) {
			this.nanos.addAndGet(duration.toNanos());
		}

		@Override
		public Ticker ticker() {
			return this.nanos::get;
		}

		@Override
		public WallClock wallClock() {
			return TimeSystem.system().wallClock();
		}

		@Override
		public Scheduler scheduler(String threadName) {
			return TimeSystem.system().scheduler(threadName);
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			WorkerPool workers = TimeSystem.system().workers(threadName, threads);
			return new WorkerPool() {

				@Override
				public void execute(Runnable task) {
					workers.execute(task);
				}

				@Override
				public void resize(int threads) {
					workers.resize(threads);
				}

				@Override
				public void close() {
					Time.this.closed.incrementAndGet();
					workers.close();
				}

			};
		}

	}

}
