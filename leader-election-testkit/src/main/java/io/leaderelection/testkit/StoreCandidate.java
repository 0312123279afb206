/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.WallClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A candidate with its own store that sends one command at a time and keeps its terms,
 * for fault tests of a store in addition to {@link LeaseStoreContract}. All elections are
 * in one namespace. Not thread-safe.
 */
public class StoreCandidate implements AutoCloseable {

	private static final String NAMESPACE = "orders";

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final LeaseStore store;

	private final String name;

	private final Duration lease;

	private final Map<String, Term> terms = new HashMap<>();

	private Duration timeout = TIMEOUT;

	/**
	 * Creates a candidate.
	 * @param store the store, closed with the candidate
	 * @param name the candidate's id
	 * @param lease the lease duration that it requests
	 */
	public StoreCandidate(LeaseStore store, String name, Duration lease) {
		this.store = store;
		this.name = name;
		this.lease = lease;
	}

	/**
	 * Returns the key of an election.
	 * @param election the name of the election
	 * @return its key, in the namespace of all candidates
	 */
	public static ElectionKey key(String election) {
		return new ElectionKey(NAMESPACE, election);
	}

	/**
	 * Returns the store.
	 * @return the store
	 */
	public final LeaseStore store() {
		return this.store;
	}

	/**
	 * Sets the timeout of later calls.
	 * @param timeout the time; default 30 s
	 * @return this
	 */
	public StoreCandidate timeout(Duration timeout) {
		this.timeout = timeout;
		return this;
	}

	/**
	 * Makes a new attempt at a term.
	 * @param election the name of the election
	 * @param seenToken the token that the record is expected to have
	 * @return the outcome
	 */
	public final Outcome.OfAcquire acquire(String election, long seenToken) {
		return send(new Acquire(key(election), this.name, Nonce.random(), this.lease, seenToken, 0,
				Instant.ofEpochMilli(WallClock.system().millis()), Map.of("zone", "eu-1")));
	}

	/**
	 * Makes a new attempt at a term, and another one with the token of the first answer.
	 * @param election the name of the election
	 * @return the last outcome
	 */
	public Outcome.OfAcquire acquire(String election) {
		Outcome.OfAcquire outcome = acquire(election, LeaseStore.ABSENT);
		return (outcome instanceof Outcome.Free free) ? acquire(election, free.token()) : outcome;
	}

	/**
	 * Makes a new attempt that must be granted.
	 * @param election the name of the election
	 * @return the grant
	 */
	public final Outcome.Granted win(String election) {
		Outcome.OfAcquire outcome = acquire(election);
		assertThat(outcome).isInstanceOf(Outcome.Granted.class);
		return (Outcome.Granted) outcome;
	}

	/**
	 * Repeats the last attempt.
	 * @param election the name of the election
	 * @return the outcome
	 */
	public final Outcome.OfAcquire repeat(String election) {
		return send(term(election).command());
	}

	/**
	 * Renews the last term.
	 * @param election the name of the election
	 * @return the outcome
	 */
	public final Outcome.OfRenew renew(String election) {
		return this.store.renew(List.of(renewal(election)), this.timeout).get(0);
	}

	/**
	 * Renews the last term with checkpoints.
	 * @param election the name of the election
	 * @param checkpoints the checkpoints
	 * @return the outcome
	 */
	public final Outcome.OfRenew renew(String election, Checkpoints checkpoints) {
		Term term = term(election);
		return this.store
			.renew(List.of(new Renew(key(election), term.command().nonce(), term.token(), checkpoints)), this.timeout)
			.get(0);
	}

	/**
	 * Releases the last term.
	 * @param election the name of the election
	 * @return the outcome
	 */
	public final Outcome.OfRelease release(String election) {
		Term term = term(election);
		return this.store
			.release(List.of(new Release(key(election), term.command().nonce(), term.token())), this.timeout)
			.get(0);
	}

	/**
	 * Observes the record.
	 * @param election the name of the election
	 * @return the outcome
	 */
	public final Outcome.OfObserve observe(String election) {
		return this.store.observe(List.of(key(election)), this.timeout).get(0);
	}

	/**
	 * Returns the command that renews the last term.
	 * @param election the name of the election
	 * @return the command
	 */
	public final Renew renewal(String election) {
		Term term = term(election);
		return new Renew(key(election), term.command().nonce(), term.token());
	}

	private Outcome.OfAcquire send(Acquire command) {
		String election = command.key().election();
		this.terms.put(election, new Term(command, 0));
		Outcome.OfAcquire outcome = this.store.acquire(List.of(command), this.timeout).get(0);
		if (outcome instanceof Outcome.Granted granted) {
			this.terms.put(election, new Term(command, granted.token()));
		}
		return outcome;
	}

	private Term term(String election) {
		return Objects.requireNonNull(this.terms.get(election), "No attempt at a term before");
	}

	@Override
	public void close() {
		this.store.close();
	}

	private record Term(Acquire command, long token) {

	}

}
