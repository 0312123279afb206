/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.Suspension;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Command;
import io.leaderelection.store.Observe;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LibraryConflict;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The log of one election, or of the store. Logs a failure once, and again only when it
 * changes or ends; all failures without an answer are one. An answer ends it. The refusal
 * of a command that may write ends only with the answer to such a command, because
 * observations succeed nevertheless.
 */
public final class ElectionLog {

	/** The number of texts that are logged once each, for failures that alternate. */
	private static final int MOST_TEXTS = 8;

	private final String what;

	private final AsyncLog log;

	private final WarningBursts bursts;

	private final Ticker ticker;

	private final long lease;

	private final Set<String> logged = new HashSet<>();

	private final OtherHolder otherHolder;

	private volatile @Nullable String current;

	/** When the store first refused as read-only after it last answered a write. */
	private @Nullable Long readOnlySince;

	/** Whether the current failure lasts until somebody corrects it. */
	private volatile boolean refused;

	/** The last known suspension. */
	private @Nullable Suspension suspended;

	/** Whether the current failure is the refusal of a command that may write. */
	private boolean unwritable;

	/** Whether waiting for an answer has timed out since the last one. */
	private boolean timedOut;

	/**
	 * Creates a log without a failure.
	 * @param what what the messages are about; they begin with it
	 * @param log writes the messages
	 * @param bursts writes the warnings that many elections may have at once
	 * @param ticker measures how long a store is read-only
	 * @param lease from when on that is not taken for a failover
	 */
	public ElectionLog(String what, AsyncLog log, WarningBursts bursts, Ticker ticker, Duration lease) {
		this.what = what;
		this.log = log;
		this.bursts = bursts;
		this.ticker = ticker;
		this.lease = lease.toNanos();
		this.otherHolder = new OtherHolder(what, log);
	}

	/**
	 * Returns the client that has the lease although it is not a candidate.
	 * @return what is known and logged of it
	 */
	public OtherHolder otherHolder() {
		return this.otherHolder;
	}

	/**
	 * Logs a failure that affects a number of elections.
	 * @param cause the failure
	 * @param command the command that failed, or {@code null} if none was sent
	 * @param elections the number
	 */
	public void failed(Throwable cause, @Nullable Command command, int elections) {
		failed(cause, command, (elections != 1) ? " " + elections + " elections of this instance wait for it."
				: " One election of this instance waits for it.");
	}

	/**
	 * Logs a failure.
	 * @param cause the failure
	 * @param command the command that failed
	 */
	public void failed(Throwable cause, Command command) {
		failed(cause, command, "");
	}

	private void failed(Throwable cause, @Nullable Command command, String whom) {
		String text = note(cause, command);
		if (cause instanceof TimeoutException && !this.timedOut) {
			// The store knows what was not answered, and is about to report it, unless it
			// hangs
			this.timedOut = true;
			return;
		}
		FailureKind kind = FailureKind.of(cause);
		String what = kind.what();
		String statements = (cause instanceof LastingRefusalException refusal) ? refusal.statements() : null;
		// The same statements create all tables, whichever is missed first
		String reason = (kind == FailureKind.NO_ANSWER) ? what : (statements != null) ? statements : text;
		if (this.logged.size() < MOST_TEXTS && this.logged.add(reason)) {
			this.bursts.warn(this.what, what + ": " + withoutFullStop(text) + "." + whom + " Keeps trying",
					(statements != null) ? "\n\n" + statements.strip() + "\n" : "");
			this.log.debug("{}: {}", this.what, what, cause);
		}
	}

	/**
	 * Returns whether a failure says that the store has not answered.
	 * @param cause the failure
	 * @return {@code true} if it has not
	 */
	public static boolean isNoAnswer(Throwable cause) {
		return FailureKind.of(cause) == FailureKind.NO_ANSWER;
	}

	/**
	 * Keeps a failure that is logged elsewhere.
	 * @param cause the failure
	 * @param command the command that failed, or {@code null} if none was sent
	 * @return its text
	 */
	public String note(Throwable cause, @Nullable Command command) {
		String text = text(cause);
		this.current = text;
		FailureKind kind = FailureKind.of(cause);
		this.refused = (kind == FailureKind.READ_ONLY) ? isReadOnlyForALease() : kind.lasts();
		this.unwritable = kind.isRefusal() && !(command instanceof Observe);
		return text;
	}

	private boolean isReadOnlyForALease() {
		long now = this.ticker.nanos();
		Long since = this.readOnlySince;
		if (since == null) {
			this.readOnlySince = now;
			return false;
		}
		return now - since >= this.lease;
	}

	/**
	 * Keeps an exception of this library itself, until the store answers.
	 * @param thrown the exception
	 */
	public void crashed(Throwable thrown) {
		this.current = "A step of this election failed: " + text(thrown);
	}

	/**
	 * Notes an answer of the store.
	 * @param command the command that was answered
	 */
	public void succeeded(Command command) {
		if (this.unwritable && command instanceof Observe) {
			return;
		}
		this.readOnlySince = (command instanceof Observe) ? this.readOnlySince : null;
		this.current = null;
		this.refused = false;
		this.unwritable = false;
		this.timedOut = false;
		if (!this.logged.isEmpty()) {
			this.logged.clear();
			this.log.info("{}: the store answers again", this.what);
		}
	}

	/**
	 * Returns the current failure. On any thread.
	 * @return its text, or {@code null} if there is none
	 */
	public @Nullable String current() {
		return this.current;
	}

	/**
	 * Returns whether the current failure lasts until somebody corrects it. On any
	 * thread.
	 * @return {@code true} if it is
	 */
	public boolean isRefused() {
		return this.refused;
	}

	// Changes

	/**
	 * Logs a change of state of this candidate.
	 * @param transition the change
	 * @param listening whether a listener runs
	 * @param suspension why the election is suspended, or {@code null} if it is not
	 */
	public void transited(Transition transition, boolean listening, @Nullable Suspension suspension) {
		Long token = transition.fencingToken();
		this.log.info("{}: {} -> {} ({}){}{}", this.what, transition.from(), transition.to(), transition.cause(),
				(token != null) ? ", fencing token " + token : "", explain(transition.to(), suspension));
		if (transition.cause() == TransitionCause.EXPIRED && transition.from() != ElectionState.DRAINING) {
			this.bursts.warn(this.what, "the term ended because the store confirmed no renewal in time",
					". See the warnings about the store before, and whether this process was paused or had no "
							+ "processor time");
		}
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			this.log.warn(
					"{}: {} has not ended within the drain timeout, so the lease is not released and "
							+ "runs out. This instance contends again when that has ended",
					this.what, listening ? "a listener" : "work of the last term");
		}
	}

	private static String explain(ElectionState state, @Nullable Suspension suspension) {
		if (state == ElectionState.PENDING) {
			return ". This instance waits until no former leader can believe that it leads";
		}
		return (suspension != null)
				? ". No instance leads until UNSUSPEND is sent to this one, because " + noted(suspension) : "";
	}

	private static String noted(Suspension suspension) {
		return ((suspension.by() != null) ? suspension.by() : "somebody") + " noted: " + suspension.reason();
	}

	/**
	 * Logs that another candidate keeps the lease of a suspended election, once.
	 * @param suspension why it is suspended, or {@code null} if it is not known to be
	 * @param holder the other candidate, or {@code null}
	 * @return whether that has changed
	 */
	public boolean suspended(@Nullable Suspension suspension, @Nullable Leader holder) {
		boolean changed = !Objects.equals(suspension, this.suspended);
		this.suspended = suspension;
		if (changed && suspension != null && holder != null) {
			this.log.info("{}: no instance leads until UNSUSPEND is sent to {}, because {}", this.what, holder.id(),
					noted(suspension));
		}
		return changed;
	}

	/**
	 * Logs that another candidate leads.
	 * @param leader the candidate
	 * @param ofPartition whether this is a partition of an election
	 */
	public void leaderChanged(Leader leader, boolean ofPartition) {
		String text = "{} is led by {} (token {})";
		// Of partitions, each instance would log those of all others
		if (ofPartition) {
			this.log.debug(text, this.what, leader.id(), leader.fencingToken());
		}
		else {
			this.log.info(text, this.what, leader.id(), leader.fencingToken());
		}
	}

	/**
	 * Logs that the record has other checkpoints than expected.
	 * @param found their version in the record
	 * @param expected the version that was written
	 */
	public void checkpointsDiffer(long found, long expected) {
		this.log.warn("{}: the record has version {} of its checkpoints, but {} was written: {}", this.what, found,
				expected, (found < expected) ? "the store lost a write, as in a failover. They are written again"
						: "another process wrote with the token of this term");
	}

	private static String withoutFullStop(String text) {
		return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
	}

	private static String text(Throwable cause) {
		String conflict = LibraryConflict.describe(cause);
		String message = (conflict != null) ? conflict + ". " + LibraryConflict.REMEDY
				: (cause instanceof LastingRefusalException refusal) ? refusal.summary() : cause.getMessage();
		return AsyncLog.line((message != null) ? message : cause.getClass().getSimpleName());
	}

}
