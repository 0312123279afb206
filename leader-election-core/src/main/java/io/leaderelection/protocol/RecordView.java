/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.function.Supplier;

import io.leaderelection.Leader;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome.Free;
import io.leaderelection.store.Outcome.Leased;
import io.leaderelection.time.Durations;
import org.jspecify.annotations.Nullable;

/**
 * A candidate's view of the record, from the answers of the store. Times are nanoseconds
 * since the first step of the state machine.
 */
final class RecordView {

	private final Supplier<String> self;

	private final long lease;

	/**
	 * The token of the last answer, which is not always the highest: the store may lose a
	 * write.
	 */
	private long seenToken = LeaseStore.ABSENT;

	/** The highest token that was seen; the next one must be higher. */
	private long tokenFloor;

	/** The term that its leader may still believe in, and until when. */
	private long believedToken;

	private long believedUntil;

	/** The longest remaining time that was seen for that term. */
	private long longestRemaining;

	/** Until when not to acquire a record that lost a term. */
	private long lostUntil = Long.MIN_VALUE;

	private @Nullable Leader leader;

	private long leaderStaleAt = ElectionProtocol.NEVER;

	/** The note by which that leader keeps the lease without leading. */
	private @Nullable String suspended;

	RecordView(Supplier<String> self, long lease) {
		this.self = self;
		this.lease = lease;
	}

	long seenToken() {
		return this.seenToken;
	}

	long tokenFloor() {
		return this.tokenFloor;
	}

	@Nullable Leader leader() {
		return this.leader;
	}

	/** The note that suspends the election of the known leader, or {@code null}. */
	@Nullable String suspended() {
		return this.suspended;
	}

	/**
	 * Until when the record must not be acquired, because it lost a term that its leader
	 * may still believe in: it was deleted, or the store returned to an older state. That
	 * term may have been renewed after this candidate last saw it, or this candidate may
	 * never have seen it. The wait therefore lasts for a lease after the loss was found:
	 * this candidate's, or the leader's if that was longer.
	 */
	long blockedUntil() {
		return this.lostUntil;
	}

	long leaderStaleAt() {
		return this.leaderStaleAt;
	}

	/**
	 * Takes over which terms were seen: a record that has lost the last one must not be
	 * acquired, whenever that is found. The leader is not known again before an answer.
	 */
	void takeOver(RecordView former) {
		this.seenToken = former.seenToken;
		this.tokenFloor = former.tokenFloor;
		this.believedToken = former.believedToken;
		this.believedUntil = former.believedUntil;
		this.longestRemaining = former.longestRemaining;
		this.lostUntil = former.lostUntil;
	}

	void granted(long token) {
		this.seenToken = token;
		this.tokenFloor = Math.max(this.tokenFloor, token);
		this.believedToken = 0;
		this.lostUntil = Long.MIN_VALUE;
	}

	void leading(Leader self) {
		this.leader = self;
		this.leaderStaleAt = ElectionProtocol.NEVER;
		this.suspended = null;
	}

	void leased(Leased leased, long at, long grace) {
		saw(leased.token(), at);
		long remaining = Durations.nanos(leased.remaining());
		long notBefore = Durations.nanos(leased.notBefore());
		this.longestRemaining = (leased.token() == this.believedToken) ? Math.max(this.longestRemaining, remaining)
				: remaining;
		this.believedToken = leased.token();
		this.believedUntil = Durations.add(at, Math.max(remaining, notBefore));
		boolean leads = remaining > 0 && notBefore == 0 && leased.isOfCandidate();
		if (leads && !leased.candidate().equals(this.self.get())) {
			this.leader = new Leader(leased.candidate(), leased.since(), leased.token(), leased.metadata());
			this.leaderStaleAt = Durations.add(at, remaining + grace);
			this.suspended = SuspensionNote.in(leased.checkpoints());
		}
		else {
			nobodyLeads();
		}
	}

	void free(Free free, long at) {
		saw(free.token(), at);
		nobodyLeads();
	}

	/**
	 * A term was lost while it was pending. Its predecessor may still believe that it
	 * leads until {@code notBefore}, even if the record is gone.
	 */
	void lostPending(long token, long notBefore) {
		this.believedToken = token;
		this.believedUntil = notBefore;
		this.longestRemaining = 0;
	}

	/** Forgets a leader that was not observed for its lease and the time of an answer. */
	void forgetStaleLeader(long at) {
		if (at >= this.leaderStaleAt) {
			nobodyLeads();
		}
	}

	void nobodyLeads() {
		this.leader = null;
		this.leaderStaleAt = ElectionProtocol.NEVER;
		this.suspended = null;
	}

	private void saw(long token, long at) {
		if (token < this.seenToken) {
			this.lostUntil = Durations.add(at, this.lease);
			if (token < this.believedToken) {
				this.lostUntil = Math.max(this.lostUntil,
						Math.max(this.believedUntil, Durations.add(at, this.longestRemaining)));
			}
		}
		this.seenToken = token;
		this.tokenFloor = Math.max(this.tokenFloor, token);
	}

}
