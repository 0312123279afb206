/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The fixture of a store for the contract, and the commands of its tests. No method can
 * disable a test.
 */
abstract class StoreFixture {

	/** The timeout of every call. */
	protected static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** The tag of tests that find a broken store. */
	protected static final String MUTATION = "mutation";

	private final List<LeaseStore> opened = new ArrayList<>();

	private final Set<ElectionKey> acquired = ConcurrentHashMap.newKeySet();

	private final String namespace = "contract-" + UUID.randomUUID();

	/**
	 * Opens the store for another candidate, as on another machine as far as possible.
	 * All stores opened during a test share their records.
	 * @return the store; closed by the contract
	 * @throws Exception if it cannot be opened
	 */
	protected abstract LeaseStore open() throws Exception;

	/**
	 * Returns the traits of the store.
	 * @return the traits
	 */
	protected abstract StoreTraits traits();

	/**
	 * Lets the store's time pass: sets its clock, changes times in its records, or waits.
	 * @param duration the duration
	 * @throws Exception if that fails
	 */
	protected abstract void elapse(Duration duration) throws Exception;

	/**
	 * Replaces the record of an election, existing or not, by garbage that no store
	 * writes.
	 * @param key the election
	 * @throws Exception if that fails
	 */
	protected abstract void writeGarbage(ElectionKey key) throws Exception;

	/**
	 * Deletes the record of an election, garbage or not, without the store.
	 * @param key the election
	 * @throws Exception if that fails
	 */
	protected abstract void deleteRecord(ElectionKey key) throws Exception;

	/**
	 * Changes the not-before of an existing record without the store.
	 * @param key the election
	 * @param fromNow the time from now
	 * @throws Exception if that fails
	 */
	protected abstract void writeNotBefore(ElectionKey key, Duration fromNow) throws Exception;

	/**
	 * Replaces the checkpoints of an existing record by text that no store writes,
	 * without the store.
	 * @param key the election
	 * @throws Exception if that fails
	 */
	protected abstract void writeBrokenCheckpoints(ElectionKey key) throws Exception;

	/**
	 * Removes the guard lock of a record without the knowledge of its owner. Called only
	 * if {@link StoreTraits#guardLockOutlivesLease()} is true.
	 * @param key the election
	 * @throws Exception if that fails
	 */
	protected abstract void loseGuardLock(ElectionKey key) throws Exception;

	/**
	 * Returns how another JVM opens the same store.
	 * @return the class and arguments for the other JVM
	 */
	protected abstract StoreOpening opening();

	@AfterEach
	void closeStores() {
		this.opened.forEach(LeaseStore::close);
	}

	final LeaseStore candidate() throws Exception {
		LeaseStore store = open();
		this.opened.add(store);
		return store;
	}

	final String namespace() {
		return this.namespace;
	}

	final ElectionKey key(String election) {
		return new ElectionKey(this.namespace, election);
	}

	/**
	 * Returns a lease duration of about 10 s that the store supports.
	 */
	final Duration lease() {
		Duration lease = Duration.ofSeconds(10);
		StoreTraits traits = traits();
		if (lease.compareTo(traits.smallestLease()) < 0) {
			return traits.smallestLease();
		}
		return (lease.compareTo(traits.largestLease()) > 0) ? traits.largestLease() : lease;
	}

	/**
	 * Returns a lease duration of about a minute, long enough for a busy machine.
	 */
	final Duration longLease() {
		Duration lease = Duration.ofSeconds(60);
		return (lease.compareTo(traits().largestLease()) < 0) ? lease : traits().largestLease();
	}

	final Duration lease(double share) {
		return Duration.ofMillis(Math.round(lease().toMillis() * share));
	}

	/**
	 * Returns the maximum that may be left of a duration: a store may round up to whole
	 * seconds.
	 */
	static Duration atMost(Duration duration) {
		return duration.plusSeconds(1);
	}

	/**
	 * Prints that a test does not apply to this store.
	 */
	final void excludeByTrait(String test, String trait) {
		System.out.printf("Contract of store '%s': '%s' does not apply, because %s%n", traits().name(), test, trait);
	}

	final Acquire command(ElectionKey key, String candidate, Nonce nonce, long seenToken) {
		return command(key, candidate, nonce, seenToken, 0);
	}

	/** Returns the elections that the test has tried to acquire. */
	final List<ElectionKey> acquired() {
		return List.copyOf(this.acquired);
	}

	final Acquire command(ElectionKey key, String candidate, Nonce nonce, long seenToken, long tokenFloor) {
		this.acquired.add(key);
		return new Acquire(key, candidate, nonce, lease(), seenToken, tokenFloor,
				Instant.ofEpochMilli(WallClock.system().millis()), Map.of());
	}

	static Outcome.OfAcquire acquire(LeaseStore store, Acquire command) {
		return only(store.acquire(List.of(command), TIMEOUT));
	}

	/** Makes a new attempt at a term. */
	final Outcome.OfAcquire attempt(LeaseStore store, ElectionKey key, String candidate, long seenToken) {
		return acquire(store, command(key, candidate, Nonce.random(), seenToken));
	}

	static Outcome.OfRenew renew(LeaseStore store, Term term) {
		return only(store.renew(List.of(term.renewal()), TIMEOUT));
	}

	static Outcome.OfRenew renew(LeaseStore store, ElectionKey key, Nonce nonce, long token) {
		return only(store.renew(List.of(new Renew(key, nonce, token)), TIMEOUT));
	}

	static Outcome.OfRelease release(LeaseStore store, Term term) {
		return only(store.release(List.of(term.release()), TIMEOUT));
	}

	static Outcome.OfRelease release(LeaseStore store, ElectionKey key, Nonce nonce, long token) {
		return only(store.release(List.of(new Release(key, nonce, token)), TIMEOUT));
	}

	static Outcome.OfObserve observe(LeaseStore store, ElectionKey key) {
		return only(store.observe(List.of(key), TIMEOUT));
	}

	static Outcome.Granted granted(Outcome outcome) {
		return expected(Outcome.Granted.class, outcome);
	}

	static Outcome.Leased leased(Outcome outcome) {
		return expected(Outcome.Leased.class, outcome);
	}

	/** The author of a store then sees why there was no answer, with its causes. */
	private static <O extends Outcome> O expected(Class<O> type, Outcome outcome) {
		if (outcome instanceof Outcome.Unknown unknown) {
			throw new AssertionError("Expected " + type.getSimpleName() + ", but the outcome is unknown: "
					+ unknown.cause().getMessage(), unknown.cause());
		}
		assertThat(outcome).isInstanceOf(type);
		return type.cast(outcome);
	}

	static Outcome.Leased assertLeased(LeaseStore store, Term term) {
		Outcome.Leased leased = leased(observe(store, term.key()));
		assertThat(leased.token()).isEqualTo(term.token());
		assertThat(leased.candidate()).isEqualTo(term.candidate());
		return leased;
	}

	/**
	 * Wins a free election like a candidate: with an acquire, and another one with the
	 * token of the answer.
	 */
	final Term win(LeaseStore store, ElectionKey key, String candidate) {
		return win(store, key, candidate, 0);
	}

	final Term win(LeaseStore store, ElectionKey key, String candidate, long tokenFloor) {
		Nonce nonce = Nonce.random();
		Outcome.OfAcquire outcome = acquire(store, command(key, candidate, nonce, LeaseStore.ABSENT, tokenFloor));
		if (outcome instanceof Outcome.Free free) {
			outcome = acquire(store, command(key, candidate, nonce, free.token(), tokenFloor));
		}
		return new Term(key, candidate, nonce, granted(outcome));
	}

	private static <O> O only(List<O> outcomes) {
		assertThat(outcomes).hasSize(1);
		return outcomes.get(0);
	}

	/**
	 * A term that was granted.
	 */
	record Term(ElectionKey key, String candidate, Nonce nonce, Outcome.Granted granted) {

		long token() {
			return this.granted.token();
		}

		Renew renewal() {
			return new Renew(this.key, this.nonce, token());
		}

		Release release() {
			return new Release(this.key, this.nonce, token());
		}

	}

}
