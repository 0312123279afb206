/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sends commands for several elections and keeps their nonces and tokens, as a candidate
 * does.
 */
public final class Contender {

	private final LeaseStore store;

	private final String namespace;

	private final String id;

	private final Duration lease;

	private final Map<String, Nonce> nonces = new HashMap<>();

	private final Map<String, Long> tokens = new HashMap<>();

	public Contender(LeaseStore store, String namespace, String id, Duration lease) {
		this.store = store;
		this.namespace = namespace;
		this.id = id;
		this.lease = lease;
	}

	/** Returns the same candidate with the same terms over another client. */
	public Contender through(LeaseStore other) {
		Contender same = new Contender(other, this.namespace, this.id, this.lease);
		same.nonces.putAll(this.nonces);
		same.tokens.putAll(this.tokens);
		return same;
	}

	public List<Outcome.OfAcquire> acquire(Duration timeout, List<String> elections) {
		List<Acquire> batch = elections.stream().map(this::acquire).toList();
		List<Outcome.OfAcquire> outcomes = this.store.acquire(batch, timeout);
		for (int i = 0; i < outcomes.size(); i++) {
			if (outcomes.get(i) instanceof Outcome.Granted granted) {
				this.tokens.put(elections.get(i), granted.token());
			}
			else if (outcomes.get(i) instanceof Outcome.Free free) {
				this.tokens.put(elections.get(i), free.token());
			}
			else if (outcomes.get(i) instanceof Outcome.Leased held) {
				this.tokens.put(elections.get(i), held.token());
			}
		}
		return outcomes;
	}

	/** Acquires elections that are free. */
	public Contender win(String... elections) {
		List<Outcome.OfAcquire> outcomes = acquire(Duration.ofSeconds(30), List.of(elections));
		if (outcomes.stream().anyMatch((outcome) -> outcome instanceof Outcome.Free)) {
			outcomes = acquire(Duration.ofSeconds(30), List.of(elections));
		}
		assertThat(outcomes).allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Granted.class));
		return this;
	}

	public List<Outcome.OfRenew> renew(Duration timeout, List<String> elections) {
		return this.store.renew(elections.stream()
			.map((election) -> new Renew(key(election), this.nonces.get(election), token(election)))
			.toList(), timeout);
	}

	public List<Outcome.OfRelease> release(Duration timeout, List<String> elections) {
		return this.store.release(elections.stream()
			.map((election) -> new Release(key(election), this.nonces.get(election), token(election)))
			.toList(), timeout);
	}

	public List<Outcome.OfObserve> observe(Duration timeout, List<String> elections) {
		return this.store.observe(elections.stream().map(this::key).toList(), timeout);
	}

	/** Makes the next acquire a new attempt with another nonce. */
	public void startNewAttempt(String election) {
		this.nonces.remove(election);
	}

	public long token(String election) {
		return this.tokens.getOrDefault(election, LeaseStore.ABSENT);
	}

	public Nonce nonce(String election) {
		return this.nonces.get(election);
	}

	public ElectionKey key(String election) {
		return new ElectionKey(this.namespace, election);
	}

	private Acquire acquire(String election) {
		Nonce nonce = this.nonces.computeIfAbsent(election, (absent) -> Nonce.random());
		return new Acquire(key(election), this.id, nonce, this.lease, token(election), 0, Instant.EPOCH, Map.of());
	}

}
