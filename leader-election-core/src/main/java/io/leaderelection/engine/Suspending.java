/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.CheckpointUnknownException;
import io.leaderelection.ElectionState;
import io.leaderelection.NotLeaderException;
import io.leaderelection.Suspension;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.SuspensionNote;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.Term;
import org.jspecify.annotations.Nullable;

/**
 * Suspends an election, and ends that, by a note in its record. The protocol follows the
 * note: see {@link ElectionState#SUSPENDED}. Safe to use from any thread.
 */
final class Suspending {

	private final GuardedElection election;

	private final WallClock clock;

	private final ElectionRequests requests;

	private final Supplier<@Nullable Term> led;

	private final Supplier<@Nullable Term> suspended;

	private final Supplier<@Nullable String> seen;

	/**
	 * Creates an object that suspends an election.
	 * @param led supplies the term in which the candidate leads, or {@code null}
	 * @param suspended supplies the term in which it is suspended, or {@code null}
	 * @param seen supplies the note in the record of another candidate, or {@code null}
	 */
	Suspending(GuardedElection election, WallClock clock, ElectionRequests requests, Supplier<@Nullable Term> led,
			Supplier<@Nullable Term> suspended, Supplier<@Nullable String> seen) {
		this.election = election;
		this.clock = clock;
		this.requests = requests;
		this.led = led;
		this.suspended = suspended;
		this.seen = seen;
	}

	CompletionStage<Void> suspend(String reason) {
		check(reason);
		Term term = this.led.get();
		if (term == null) {
			Suspension suspension = find();
			if (suspension != null && this.suspended.get() != null) {
				throw new IllegalStateException("Election '" + this.election.name() + "' is suspended already: "
						+ suspension.reason() + ". To give another reason, end that first");
			}
			throw notLeader();
		}
		return note(term, SuspensionNote.format(Instant.ofEpochMilli(this.clock.millis()),
				this.requests.profile().candidate().get(), reason));
	}

	private void check(String reason) {
		if (reason.isBlank() || reason.length() > Suspension.MAX_REASON) {
			throw new IllegalArgumentException(
					"The reason to suspend election '" + this.election.name() + "' has " + reason.length()
							+ " characters" + (reason.isBlank() ? ", none of them visible" : "") + ". Give one of 1 to "
							+ Suspension.MAX_REASON + " characters, for those who wonder why nothing runs");
		}
	}

	CompletionStage<Void> unsuspend() {
		Term term = this.suspended.get();
		if (term != null) {
			return note(term, null);
		}
		if (this.election.isLeader()) {
			throw new IllegalStateException(
					"Election '" + this.election.name() + "' is not suspended: this instance leads");
		}
		throw notLeader();
	}

	private NotLeaderException notLeader() {
		return new NotLeaderException(this.election.name(), this.election.leader().orElse(null), find());
	}

	private CompletionStage<Void> note(Term term, @Nullable String text) {
		CompletableFuture<Void> note = term.libraryNotes().note(Suspension.CHECKPOINT, text).toCompletableFuture();
		return this.requests.handover(new Input.Tick(), () -> failure(note));
	}

	/** The note is known to be written or lost when no handover is in progress. */
	private @Nullable Throwable failure(CompletableFuture<Void> note) {
		if (!note.isDone()) {
			return unknown(null);
		}
		try {
			note.join();
			return null;
		}
		catch (CompletionException ex) {
			return unknown(ex.getCause());
		}
	}

	private CheckpointUnknownException unknown(@Nullable Throwable cause) {
		return new CheckpointUnknownException(this.election.name(), Suspension.CHECKPOINT,
				"the term ended before the store confirmed it. The state of the next leader shows it", cause);
	}

	/**
	 * Returns the suspension that this candidate keeps the lease for, or that the record
	 * of another one showed, or {@code null}.
	 */
	@Nullable Suspension find() {
		Term term = this.suspended.get();
		if (term != null) {
			return SuspensionNote.parse(term.libraryNotes().find(Suspension.CHECKPOINT));
		}
		String seen = this.seen.get();
		return (seen != null) ? SuspensionNote.parse(seen) : null;
	}

}
