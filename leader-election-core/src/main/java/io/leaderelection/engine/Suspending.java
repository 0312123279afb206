/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.CheckpointUnknownException;
import io.leaderelection.ElectionState;
import io.leaderelection.NotLeaderException;
import io.leaderelection.Suspension;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.EscapedText;
import io.leaderelection.time.WallClock;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.Term;
import org.jspecify.annotations.Nullable;

/**
 * Suspends an election, and ends that, by a note in its record. The protocol follows the
 * note: see {@link ElectionState#SUSPENDED}. Safe to use from any thread.
 */
final class Suspending {

	private static final String SINCE = "since";

	private static final String BY = "by";

	private static final String REASON = "reason";

	private final GuardedElection election;

	private final WallClock clock;

	private final ElectionRequests requests;

	private final Supplier<@Nullable Term> led;

	private final Supplier<@Nullable Term> suspended;

	/**
	 * Creates an object that suspends an election.
	 * @param led supplies the term in which the candidate leads, or {@code null}
	 * @param suspended supplies the term in which it is suspended, or {@code null}
	 */
	Suspending(GuardedElection election, WallClock clock, ElectionRequests requests, Supplier<@Nullable Term> led,
			Supplier<@Nullable Term> suspended) {
		this.election = election;
		this.clock = clock;
		this.requests = requests;
		this.led = led;
		this.suspended = suspended;
	}

	CompletionStage<Void> suspend(String reason) {
		check(reason);
		Term term = this.led.get();
		if (term == null) {
			Suspension suspension = find();
			if (suspension != null) {
				throw new IllegalStateException("Election '" + this.election.name() + "' is suspended already: "
						+ suspension.reason() + ". To give another reason, end that first");
			}
			throw notLeader();
		}
		String note = EscapedText.format(Map.of(SINCE, Instant.ofEpochMilli(this.clock.millis()).toString(), BY,
				this.requests.profile().candidate().get(), REASON, reason));
		return note(term, note);
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
		return new NotLeaderException(this.election.name(), this.election.leader().orElse(null));
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

	/** Returns the suspension, or {@code null} if this candidate is in another state. */
	@Nullable Suspension find() {
		Term term = this.suspended.get();
		return (term != null) ? parse(term.libraryNotes().find(Suspension.CHECKPOINT)) : null;
	}

	/** Another program may have written the text: it suspends nevertheless. */
	private static Suspension parse(@Nullable String text) {
		String shown = shown((text != null) ? text : "");
		try {
			Map<String, String> fields = EscapedText.parse((text != null) ? text : "");
			String since = fields.get(SINCE);
			String by = fields.get(BY);
			String reason = fields.get(REASON);
			if (since != null && by != null && reason != null) {
				return new Suspension(Instant.parse(since), shown(by), shown(reason));
			}
		}
		catch (IllegalArgumentException | DateTimeException ex) {
			// Not understood
		}
		return new Suspension(null, null, shown);
	}

	/** Returns text of the store without control characters, and not too long. */
	private static String shown(String text) {
		String bounded = text.substring(0, Math.min(text.length(), Suspension.MAX_REASON));
		return bounded.codePoints()
			.map((character) -> Character.isISOControl(character) ? ' ' : character)
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
	}

}
