/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import java.util.Objects;

import io.leaderelection.Leader;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a candidate about its election, besides its own term. Changed by the
 * loop only; any thread may read.
 */
final class Knowledge {

	private volatile Of known = new Of(null, null, null, null, null);

	private final History history = new History();

	/**
	 * The last knowledge.
	 *
	 * @param leader the known leader, or {@code null}
	 * @param vacantSince since when none is known, or {@code null}
	 * @param lastContact when the store last answered, or {@code null}
	 * @param priority the priority of this candidate, or {@code null}
	 * @param bidder the known bidder, or {@code null}
	 */
	record Of(@Nullable Leader leader, @Nullable Instant vacantSince, @Nullable Instant lastContact,
			@Nullable Integer priority, @Nullable Leader bidder) {
	}

	Of get() {
		return this.known;
	}

	History history() {
		return this.history;
	}

	@Nullable Leader leader() {
		return this.known.leader;
	}

	void leaderIs(@Nullable Leader leader) {
		Of known = this.known;
		this.known = new Of(leader, known.vacantSince, known.lastContact, known.priority, known.bidder);
	}

	/**
	 * Updates since when no leader is known.
	 * @param expected whether there should be one
	 * @return since when, or {@code null}
	 */
	@Nullable Instant vacantSince(boolean expected, long wallMillis) {
		Of known = this.known;
		boolean vacant = known.leader == null && expected;
		Instant since = known.vacantSince;
		since = (vacant && since == null) ? Instant.ofEpochMilli(wallMillis) : vacant ? since : null;
		if (!Objects.equals(since, known.vacantSince)) {
			this.known = new Of(known.leader, since, known.lastContact, known.priority, known.bidder);
		}
		return since;
	}

	void contacted(Instant at) {
		Of known = this.known;
		this.known = new Of(known.leader, known.vacantSince, at, known.priority, known.bidder);
	}

	void bids(int priority, @Nullable Leader bidder) {
		Of known = this.known;
		this.known = new Of(known.leader, known.vacantSince, known.lastContact, priority, bidder);
	}

}
