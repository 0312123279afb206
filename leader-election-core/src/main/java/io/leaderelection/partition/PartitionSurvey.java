/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.leaderelection.Partition;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Leased;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether another candidate uses the partitions of an election, before their
 * number is removed. All records of the election are observed again and again, until this
 * candidate has led no partition for a lease: another instance that runs would acquire
 * one in that time. The election is in use if another candidate leads it, leads a
 * partition, or bids for one.
 * <p>
 * A function of observations and the time, without threads, clocks or I/O. Not
 * thread-safe.
 */
final class PartitionSurvey {

	private final ElectionKey election;

	/** The records, each with what its owner does. */
	private final Map<ElectionKey, String> records = new LinkedHashMap<>();

	private final String self;

	private final long lease;

	/**
	 * Whether a record that is observed for the first time may be that of a candidate
	 * that died long ago, because the store has no clock.
	 */
	private final boolean hindsight;

	/** Each record that was observed, with its owner if that is another candidate. */
	private final Map<ElectionKey, @Nullable Leased> seen = new HashMap<>();

	private Look current = new Look(0, Set.of());

	/** Whether a look has observed all records. */
	private boolean looked;

	/** When the first look began after which this candidate led no partition. */
	private @Nullable Long begunAt;

	private @Nullable String user;

	private boolean complete;

	/**
	 * Creates a survey without observations.
	 * @param election the key of the election itself
	 * @param partitions the largest number of partitions that it may have
	 * @param self the id of the candidate that asks
	 * @param lease the lease duration
	 * @param hindsight whether the store has no clock, so that a lease counts from the
	 * first observation
	 */
	PartitionSurvey(ElectionKey election, int partitions, String self, Duration lease, boolean hindsight) {
		this.election = election;
		this.self = self;
		this.lease = lease.toNanos();
		this.hindsight = hindsight;
		add(election);
		IntStream.range(0, partitions)
			.mapToObj((number) -> new Partition(election.election(), number).name())
			.forEach((name) -> add(new ElectionKey(election.namespace(), name)));
	}

	private void add(ElectionKey election) {
		this.records.put(election, "leads '" + election.election() + "'");
		this.records.put(election.bid(), "bids for '" + election.election() + "'");
	}

	/**
	 * Begins a look: each record has to be observed once.
	 * @param now both clocks, before the observations are sent
	 * @return the records
	 */
	Set<ElectionKey> look(Moment now) {
		this.current = new Look(now.ticker(), this.records.keySet());
		return this.records.keySet();
	}

	/**
	 * Processes an observation of the current look.
	 * @param record the observed record
	 * @param outcome the answer of the store; one that is unknown counts for nothing
	 */
	void observed(ElectionKey record, Outcome outcome) {
		if (outcome instanceof Outcome.Unknown || !this.current.open.remove(record)) {
			return;
		}
		Leased leased = (outcome instanceof Leased found) ? found : null;
		if (leased != null && leased.candidate().equals(this.self)) {
			this.current.leads |= !record.equals(this.election);
			leased = null;
		}
		if (leased != null && (!this.hindsight || isAlive(record, leased))) {
			this.user = describe(record, leased);
		}
		this.seen.put(record, leased);
		if (this.current.open.isEmpty()) {
			end();
		}
	}

	/** Returns whether a candidate did something since the last observation. */
	private boolean isAlive(ElectionKey record, Leased leased) {
		if (!this.seen.containsKey(record)) {
			return false;
		}
		Leased before = this.seen.get(record);
		return before == null || before.token() != leased.token()
				|| before.remaining().compareTo(leased.remaining()) < 0;
	}

	private String describe(ElectionKey record, Leased leased) {
		return "instance " + leased.candidate() + " " + this.records.get(record);
	}

	/** All records were observed in this look. */
	private void end() {
		this.looked = true;
		if (this.current.leads) {
			this.begunAt = null;
			return;
		}
		if (this.begunAt == null) {
			this.begunAt = this.current.at;
		}
		this.complete = this.current.at - this.begunAt >= this.lease;
		if (this.complete && this.user == null) {
			this.seen.forEach((record, leased) -> this.user = (leased != null) ? describe(record, leased) : this.user);
		}
	}

	/**
	 * Returns who uses the election.
	 * @return the candidate and what it leads or bids for, or {@code null} if no use was
	 * found yet
	 */
	@Nullable String user() {
		return this.user;
	}

	/**
	 * Returns whether all records were observed at least once.
	 * @return whether a use that can be seen at once was seen
	 */
	boolean hasLooked() {
		return this.looked;
	}

	/**
	 * Returns whether the records were observed for a lease.
	 * @return whether an election without a user is not in use
	 */
	boolean isComplete() {
		return this.complete;
	}

	/** One look at all records. */
	private static final class Look {

		private final long at;

		/** The records that are not observed yet. */
		private final Set<ElectionKey> open;

		/** Whether this candidate leads a partition, as observed. */
		private boolean leads;

		Look(long at, Set<ElectionKey> records) {
			this.at = at;
			this.open = new HashSet<>(records);
		}

	}

}
