/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * An election of an instance, and who joined it. Changed by one thread at a time; any
 * thread may read.
 */
final class Membership {

	final Election election;

	/** Present if this instance prefers to lead the election, or not to. */
	final @Nullable ElectionBid bid;

	/** Those that are not closed. */
	private final Set<Join> joins = ConcurrentHashMap.newKeySet();

	/** The join that was the last to be closed, with which the election was left. */
	private @Nullable Join left;

	Membership(Election election, @Nullable ElectionBid bid) {
		this.election = election;
		this.bid = bid;
	}

	boolean isJoined() {
		return !this.joins.isEmpty();
	}

	/** Returns whether this is an election that an application joined. */
	boolean isElection() {
		return isJoined() && !ElectionKey.isOnce(this.election.name());
	}

	/** Returns whether a join keeps the process alive, or the end of the last. */
	boolean keepsProcessAlive() {
		return this.joins.stream().anyMatch(Join::keepsProcessAlive) || (!isJoined() && this.left != null);
	}

	/** Joins as long as the engine exists. */
	void joinForGood() {
		add(new Join(this.election.view(), true, (closed) -> {
			throw new IllegalStateException("Partitions are joined for good");
		}));
	}

	void add(Join join) {
		this.joins.add(join);
	}

	/**
	 * Closes a join.
	 * @return whether it was the last, so that the election is left
	 */
	boolean remove(Join join) {
		this.joins.remove(join);
		if (isJoined()) {
			return false;
		}
		this.left = join;
		return true;
	}

	/** Returns whether nobody has joined since the election was left with a join. */
	@SuppressWarnings("ReferenceEquality") // a join is an object
	boolean isLeftWith(Join join) {
		return !isJoined() && this.left == join;
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

		private final boolean keepsProcessAlive;

		private final Consumer<Join> leave;

		private final AtomicBoolean closed = new AtomicBoolean();

		Join(LeaderElection election, boolean keepsProcessAlive, Consumer<Join> leave) {
			this.election = election;
			this.keepsProcessAlive = keepsProcessAlive;
			this.leave = leave;
		}

		boolean keepsProcessAlive() {
			return this.keepsProcessAlive;
		}

		@Override
		public LeaderElection election() {
			return this.election;
		}

		@Override
		public void close() {
			if (this.closed.compareAndSet(false, true)) {
				this.leave.accept(this);
			}
		}

	}

}
