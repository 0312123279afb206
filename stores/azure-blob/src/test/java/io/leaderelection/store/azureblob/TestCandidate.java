/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A candidate over a store of its own, which remembers its terms.
 */
final class TestCandidate implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(15);

	static final Duration PATIENCE = Duration.ofMinutes(1);

	private final LeaseStore store;

	private final String name;

	private final Duration lease;

	private final Map<String, Term> terms = new HashMap<>();

	private Duration timeout = Duration.ofSeconds(30);

	TestCandidate(LeaseStore store, String name, Duration lease) {
		this.store = store;
		this.name = name;
		this.lease = lease;
	}

	static TestCandidate open(BlobServiceClient client, String name) {
		return new TestCandidate(AzureBlobLeaseStoreFactory.builder(client).build().open(), name, LEASE);
	}

	static TestCandidate open(String connectionString, String name) {
		return open(BlobRecords.client(connectionString), name);
	}

	static ElectionKey key(String election) {
		return new ElectionKey("orders", election);
	}

	LeaseStore store() {
		return this.store;
	}

	/** What later calls may take. */
	TestCandidate timeout(Duration timeout) {
		this.timeout = timeout;
		return this;
	}

	/** A fresh attempt over the token seen. */
	Outcome.OfAcquire acquire(String election, long seenToken) {
		return send(new Acquire(key(election), this.name, Nonce.random(), this.lease, seenToken, 0,
				Instant.ofEpochMilli(WallClock.system().millis()), Map.of("zone", "eu-1")));
	}

	/** A fresh attempt, and another over the token told. */
	Outcome.OfAcquire acquire(String election) {
		Outcome.OfAcquire outcome = acquire(election, LeaseStore.ABSENT);
		return (outcome instanceof Outcome.Free free) ? acquire(election, free.token()) : outcome;
	}

	Outcome.Granted win(String election) {
		Outcome.OfAcquire outcome = acquire(election);
		assertThat(outcome).isInstanceOf(Outcome.Granted.class);
		return (Outcome.Granted) outcome;
	}

	/** The last attempt once more. */
	Outcome.OfAcquire repeat(String election) {
		return send(term(election).command());
	}

	Outcome.OfRenew renew(String election) {
		return this.store.renew(List.of(renewal(election)), this.timeout).get(0);
	}

	Renew renewal(String election) {
		return new Renew(key(election), term(election).command().nonce(), term(election).token());
	}

	/** Renews until it is answered, whatever the answer. */
	Outcome.OfRenew renewWhenReached(String election) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> renew(election), (outcome) -> !(outcome instanceof Outcome.Unknown));
	}

	Outcome.OfRelease release(String election) {
		Term term = term(election);
		return this.store
			.release(List.of(new Release(key(election), term.command().nonce(), term.token())), this.timeout)
			.get(0);
	}

	Outcome.OfObserve observe(String election) {
		return this.store.observe(List.of(key(election)), this.timeout).get(0);
	}

	String leaseId(String election) {
		return term(election).command().nonce().toUuid().toString();
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
		return this.terms.get(election);
	}

	@Override
	public void close() {
		this.store.close();
	}

	private record Term(Acquire command, long token) {

	}

}
