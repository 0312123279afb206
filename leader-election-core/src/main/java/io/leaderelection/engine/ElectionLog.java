/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.protocol.Effect;
import io.leaderelection.TransitionCause;
import io.leaderelection.Transition;
import io.leaderelection.Leader;
import io.leaderelection.ElectionState;
import java.util.HashSet;
import java.util.Set;

import io.leaderelection.store.Command;
import io.leaderelection.store.Observe;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.work.AsyncLog;
import org.jspecify.annotations.Nullable;

/**
 * The log of one election, or of the store. Logs a failure once, and again only when it
 * changes or ends. An answer ends it. A missing right to write ends only with the answer
 * to a command that may write, because observations succeed without it.
 */
final class ElectionLog {

	private static final int LONGEST = 500;

	/** The number of texts that are logged once each, for failures that alternate. */
	private static final int MOST_TEXTS = 8;

	private final String what;

	private final AsyncLog log;

	private final Set<String> logged = new HashSet<>();

	private volatile @Nullable String current;

	/** Whether the current failure is a missing right. */
	private volatile boolean refused;

	ElectionLog(String what, AsyncLog log) {
		this.what = what;
		this.log = log;
	}

	/** Logs a failure that affects a number of elections. */
	void failed(Throwable cause, int elections) {
		failed(cause, (elections != 1) ? " " + elections + " elections of this instance wait for it."
				: " One election of this instance waits for it.");
	}

	/** Logs a failure. */
	void failed(Throwable cause) {
		failed(cause, "");
	}

	private void failed(Throwable cause, String whom) {
		String text = note(cause);
		if (this.logged.size() < MOST_TEXTS && this.logged.add(text)) {
			String what = (cause instanceof MissingRightException) ? "the store refuses" : "no answer from the store";
			this.log.warn("{}: {}: {}.{} Keeps trying", this.what, what, withoutFullStop(text), whom);
			this.log.debug("{}: {}", this.what, what, cause);
		}
	}

	/** Keeps a failure that is logged elsewhere. */
	String note(Throwable cause) {
		String text = text(cause);
		this.current = text;
		this.refused = cause instanceof MissingRightException;
		return text;
	}

	/** Keeps an exception of this library itself, until the store answers. */
	void crashed(Throwable thrown) {
		this.current = "A step of this election failed: " + text(thrown);
	}

	/**
	 * Notes an answer of the store.
	 * @param command the command that was answered
	 */
	void succeeded(Command command) {
		if (this.refused && command instanceof Observe) {
			return;
		}
		this.current = null;
		this.refused = false;
		if (!this.logged.isEmpty()) {
			this.logged.clear();
			this.log.info("{}: the store answers again", this.what);
		}
	}

	/** The current failure, or {@code null}. */
	@Nullable String current() {
		return this.current;
	}

	/** Returns whether the current failure is a missing right. */
	boolean isRefused() {
		return this.refused;
	}

	// Changes

	/**
	 * Logs a change of state of this candidate.
	 * @param listening whether a listener runs
	 */
	void transited(Transition transition, boolean listening) {
		Long token = transition.fencingToken();
		this.log.info("{}: {} -> {} ({}){}{}", this.what, transition.from(), transition.to(), transition.cause(),
				(token != null) ? ", fencing token " + token : "", (transition.to() == ElectionState.PENDING)
						? ". This instance waits until no former leader can believe that it leads" : "");
		if (transition.cause() == TransitionCause.EXPIRED && transition.from() != ElectionState.DRAINING) {
			this.log.warn("{}: the term ended because the store confirmed no renewal in time. See the "
					+ "warnings about the store before, and whether this process was paused or had no processor "
					+ "time", this.what);
		}
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			this.log.warn(
					"{}: {} has not ended within the drain timeout, so the lease is not released and "
							+ "runs out. This instance contends again when that has ended",
					this.what, listening ? "a listener" : "work of the last term");
		}
	}

	/** Logs that another candidate leads. */
	void leaderChanged(Leader leader, boolean ofPartition) {
		String text = "{} is led by {} (token {})";
		// Of partitions, each instance would log those of all others
		if (ofPartition) {
			this.log.debug(text, this.what, leader.id(), leader.fencingToken());
		}
		else {
			this.log.info(text, this.what, leader.id(), leader.fencingToken());
		}
	}

	/** Logs that the record has other checkpoints than expected. */
	void log(Effect.CheckpointsDiffer differ) {
		this.log.warn("{}: the record has version {} of its checkpoints, but {} was written: {}", this.what,
				differ.found(), differ.expected(),
				(differ.found() < differ.expected())
						? "the store lost a write, as in a failover. They are written again"
						: "another process wrote with the token of this term");
	}

	private static String withoutFullStop(String text) {
		return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
	}

	private static String text(Throwable cause) {
		String message = cause.getMessage();
		String text = (message != null) ? message : cause.getClass().getSimpleName();
		StringBuilder clean = new StringBuilder();
		text.codePoints().limit(LONGEST).forEach((c) -> clean.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
		return clean.toString();
	}

}
