/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.protocol.Input;
import org.jspecify.annotations.Nullable;

/**
 * An election of an instance, and who joined it. Changed by one thread at a time; any
 * thread may read.
 */
final class Membership {

	final Election election;

	private final List<Companion.OfCandidate> companions;

	/** Whether no application joined it by name, and none finds it. */
	private final boolean hidden;

	/** Those that are not closed. */
	private final Set<Join> joins = ConcurrentHashMap.newKeySet();

	/** The join that was the last to be closed, with which the election was left. */
	private @Nullable Join left;

	/** Whether it contends even if the engine is not started. */
	private volatile boolean startedAlone;

	private Membership(Election election, List<Companion.OfCandidate> companions, boolean hidden) {
		this.election = election;
		this.companions = List.copyOf(companions);
		this.hidden = hidden;
	}

	Membership(Election election, List<Companion.OfCandidate> companions) {
		this(election, companions, false);
	}

	/** Joins, without companions, an election that {@code all()} does not list. */
	static Membership hidden(Election election) {
		return new Membership(election, List.of(), true);
	}

	boolean isJoined() {
		return !this.joins.isEmpty();
	}

	/** Returns whether this is an election that an application joined. */
	boolean isElection() {
		return isJoined() && !this.hidden;
	}

	/** Returns whether a join keeps the process alive, or the end of the last. */
	boolean keepsProcessAlive() {
		return this.joins.stream().anyMatch(Join::keepsProcessAlive) || (!isJoined() && this.left != null);
	}

	/** Joins as long as the engine exists, and returns the election. */
	Election joinForGood() {
		add(new Join(this.election.view(), true, (closed) -> {
			throw new IllegalStateException("It is joined for good");
		}));
		return this.election;
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

	/** Notes that it contends, even before the engine is started. */
	void startAlone() {
		this.startedAlone = true;
	}

	boolean isStartedAlone() {
		return this.startedAlone;
	}

	/** Called when the candidate was requested to contend. */
	void contending() {
		this.companions.forEach(Companion.OfCandidate::contending);
	}

	/**
	 * Leaves the election, and runs an action on the loop when candidate and companions
	 * are over. It must return at once.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // a stage completes, never fails
	void leave(Runnable action) {
		this.election.handover(new Input.Stop());
		CompletableFuture<Void> left = CompletableFuture
			.allOf(this.companions.stream().map(Companion.OfCandidate::left).toArray(CompletableFuture[]::new));
		this.election.whenOver(() -> left.thenRun(action));
	}

	/** Called when the candidate was removed from the engine. */
	void removed() {
		this.companions.forEach(Companion.OfCandidate::removed);
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
