/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * An election of an instance, and how often it was joined. Changed by one thread at a
 * time; any thread may read.
 */
final class Membership {

	final Election election;

	/** Present if this instance prefers to lead the election, or not to. */
	final @Nullable ElectionBid bid;

	private volatile int joins;

	/** How many of the joins keep the process alive. */
	private int keeping;

	/** How often all joins were closed. */
	private int leaves;

	Membership(Election election, @Nullable ElectionBid bid) {
		this.election = election;
		this.bid = bid;
	}

	boolean isJoined() {
		return this.joins > 0;
	}

	/** Returns whether this is an election that an application joined. */
	boolean isElection() {
		return isJoined() && !ElectionKey.isOnce(this.election.name());
	}

	/** Returns whether a join keeps the process alive, or the end of the last. */
	boolean keepsProcessAlive() {
		return this.keeping > 0 || (this.joins == 0 && this.leaves > 0);
	}

	void join(boolean keepsProcessAlive) {
		int joined = this.joins + 1;
		this.joins = joined;
		this.keeping += keepsProcessAlive ? 1 : 0;
	}

	/**
	 * Closes one join.
	 * @param keptProcessAlive what it was joined with
	 * @return the number of this leave if no join is open any more, otherwise 0
	 */
	int leave(boolean keptProcessAlive) {
		int left = this.joins - 1;
		this.joins = left;
		this.keeping -= keptProcessAlive ? 1 : 0;
		return (left == 0) ? ++this.leaves : 0;
	}

	/** Returns whether nobody has joined since a leave. */
	boolean isLeft(int leave) {
		return !isJoined() && this.leaves == leave;
	}

	/** Begins to observe bids, if the election has a preference. */
	void observeBids() {
		if (this.bid != null) {
			this.bid.start();
		}
	}

	/** Releases the bid, if there is one. */
	CompletableFuture<Void> releaseBid() {
		return (this.bid != null) ? this.bid.stop() : CompletableFuture.completedFuture(null);
	}

	/**
	 * Releases the bid, and runs an action on the loop when bid and election are over. It
	 * must return at once.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // a stage completes, never fails
	void whenOver(Runnable action) {
		CompletableFuture<Void> left = (this.bid != null) ? this.bid.leave() : CompletableFuture.completedFuture(null);
		this.election.whenOver(() -> left.thenRun(action));
	}

	/**
	 * Handle returned by {@code join}. Closing it leaves the election.
	 */
	static final class Join implements Candidacy {

		private final LeaderElection election;

		private final Runnable leave;

		private final AtomicBoolean closed = new AtomicBoolean();

		Join(LeaderElection election, Runnable leave) {
			this.election = election;
			this.leave = leave;
		}

		@Override
		public LeaderElection election() {
			return this.election;
		}

		@Override
		public void close() {
			if (this.closed.compareAndSet(false, true)) {
				this.leave.run();
			}
		}

	}

}
