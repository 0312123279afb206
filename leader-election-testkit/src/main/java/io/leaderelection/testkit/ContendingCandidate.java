/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.time.WallClock;

/**
 * Wins an election repeatedly, and in each term increments a number in a file that only
 * the election guards. Records the token of each term.
 */
final class ContendingCandidate {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Duration POLL = Duration.ofMillis(5);

	/** Unknown outcomes that a command may get, as while others keep its row locked. */
	private static final int MOST_UNKNOWN = 10;

	private final LeaseStore store;

	private final ElectionKey key;

	private final String candidate;

	private final Duration lease;

	private final Path directory;

	private final WatchedNotifications notifications = new WatchedNotifications();

	private long seenToken = LeaseStore.ABSENT;

	private long highest;

	ContendingCandidate(LeaseStore store, ElectionKey key, String candidate, Duration lease, Path directory) {
		this.store = store;
		this.key = key;
		this.candidate = candidate;
		this.lease = lease;
		this.directory = directory;
	}

	static Path counter(Path directory) {
		return directory.resolve("counter");
	}

	static Path tokens(Path directory) {
		return directory.resolve("tokens");
	}

	/**
	 * Lists the tokens in the order of their terms.
	 */
	static List<Long> readTokens(Path directory) throws IOException {
		return Files.readAllLines(tokens(directory)).stream().map(Long::valueOf).toList();
	}

	void run(int terms) throws IOException, InterruptedException {
		try (LeaseStore.Watch watch = this.store.watch(this.key.namespace(), this.notifications)) {
			for (int i = 0; i < terms; i++) {
				Nonce nonce = Nonce.random();
				Outcome.Granted granted = acquire(nonce);
				if (!granted.notBefore().isZero()) {
					throw new IllegalStateException("All candidates release, but the answer is " + granted);
				}
				work(granted.token());
				release(new Release(this.key, nonce, granted.token()));
			}
		}
	}

	private void work(long token) throws IOException {
		Path counter = counter(this.directory);
		long value = Files.exists(counter) ? Long.parseLong(Files.readString(counter)) : 0;
		Files.writeString(tokens(this.directory), token + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		Files.writeString(counter, Long.toString(value + 1));
	}

	/** Releases a term, and repeats an unknown release as the engine does. */
	private void release(Release command) {
		Outcome outcome = this.store.release(List.of(command), TIMEOUT).get(0);
		int unknown = 0;
		while (outcome instanceof Outcome.Unknown && unknown < MOST_UNKNOWN) {
			unknown++;
			outcome = this.store.release(List.of(command), TIMEOUT).get(0);
		}
		// An unknown release may have been applied, and another candidate may have won
		boolean releasedBefore = unknown > 0 && outcome instanceof Outcome.Lost;
		if (!(outcome instanceof Outcome.Released) && !releasedBefore) {
			throw new IllegalStateException("The term was not kept until its release: " + outcome);
		}
	}

	private Outcome.Granted acquire(Nonce nonce) throws InterruptedException {
		int unknown = 0;
		while (true) {
			this.notifications.clear();
			Acquire command = new Acquire(this.key, this.candidate, nonce, this.lease, this.seenToken, this.highest,
					Instant.ofEpochMilli(WallClock.system().millis()), Map.of());
			Outcome.OfAcquire outcome = this.store.acquire(List.of(command), TIMEOUT).get(0);
			if (outcome instanceof Outcome.Granted granted) {
				see(granted.token());
				return granted;
			}
			else if (outcome instanceof Outcome.Free free) {
				see(free.token());
			}
			else if (outcome instanceof Outcome.Leased leased) {
				see(leased.token());
				this.notifications.poll(POLL);
			}
			else if (outcome instanceof Outcome.Unknown && unknown < MOST_UNKNOWN) {
				// With the nonce of the attempt, a grant that went unnoticed is found
				// again
				unknown++;
			}
			else {
				throw new IllegalStateException("A candidate that only acquires and releases got " + outcome);
			}
		}
	}

	private void see(long token) {
		this.seenToken = token;
		this.highest = Math.max(this.highest, token);
	}

}
