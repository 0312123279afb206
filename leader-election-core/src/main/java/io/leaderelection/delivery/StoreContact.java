/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;

import io.leaderelection.store.Command;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store answers, and the log of that. A method of a store that returns is not
 * an answer: it may report for each command that nothing answered. Used only by the loop,
 * unless stated otherwise.
 */
public final class StoreContact {

	private final ElectionLog failures;

	private final IntSupplier elections;

	private long answeredAt;

	private volatile @Nullable Instant last;

	/**
	 * Creates an object for a store that has not answered yet.
	 * @param failures the log of the store
	 * @param elections returns the number of elections, for the log
	 * @param now the ticker's value now
	 */
	public StoreContact(ElectionLog failures, IntSupplier elections, long now) {
		this.failures = failures;
		this.elections = elections;
		this.answeredAt = now;
	}

	/**
	 * Returns when the store last answered. On any thread.
	 * @return the time by the wall clock, or {@code null} if it never did
	 */
	public @Nullable Instant last() {
		return this.last;
	}

	/**
	 * Returns why a batch got no answer.
	 * @param outcomes the outcomes of its commands
	 * @return the first cause if all outcomes are unknown, otherwise {@code null}
	 */
	public static @Nullable Throwable failureOf(List<? extends Outcome> outcomes) {
		Throwable first = null;
		for (Outcome outcome : outcomes) {
			if (!(outcome instanceof Outcome.Unknown unknown)) {
				return null;
			}
			first = (first != null) ? first : unknown.cause();
		}
		return first;
	}

	/**
	 * Notes that the store has answered a command.
	 * @param command the command
	 * @param now the time of the answer
	 */
	public void answered(Command command, Moment now) {
		this.answeredAt = now.ticker();
		this.last = Instant.ofEpochMilli(now.wall());
		this.failures.succeeded(command);
	}

	/**
	 * Logs a failure of the store, once for all elections.
	 * @param cause the failure
	 * @param command the command that failed
	 * @param sent when it was sent
	 * @return whether it is a failure of the store: if the store has answered another
	 * command after this one was sent, it is the failure of one election
	 */
	public boolean failed(Throwable cause, Command command, Moment sent) {
		boolean ofStore = this.answeredAt - sent.ticker() <= 0;
		if (ofStore) {
			this.failures.failed(cause, command, this.elections.getAsInt());
		}
		return ofStore;
	}

	/**
	 * Returns whether commands have failed and none was answered for some time.
	 * @param nanos the time
	 * @param now the ticker's value now
	 * @return whether it was silent for longer
	 */
	public boolean isSilentFor(long nanos, long now) {
		return this.failures.current() != null && now - this.answeredAt > nanos;
	}

	/**
	 * Logs that nothing could be sent.
	 * @param cause the failure
	 */
	public void notSent(Throwable cause) {
		this.failures.failed(cause, null, this.elections.getAsInt());
	}

}
