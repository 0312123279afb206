/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Instant;

import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;

/**
 * The status of a once-per-tick job.
 *
 * @param election the name of the election
 * @param name the name of the tick
 * @param hash a hash of its cron expressions and zones
 * @param next the time of its next tick, or {@code null} if it is switched off on this
 * instance
 * @param last the last recorded tick, or {@code null} if there is none, or this instance
 * does not lead and does not know it
 * @param running whether the job runs in this instance
 * @param problem the problem, or {@code null}
 */
public record TickStatus(String election, String name, String hash, @Nullable Instant next, @Nullable Last last,
		boolean running, @Nullable String problem) {

	/**
	 * The progress of a tick.
	 */
	public enum State {

		/**
		 * The tick is not run: it is the first tick that a leader recorded, or it was
		 * skipped or given up.
		 */
		NOTED,

		/** A leader has begun to run it, or was about to. */
		BEGUN,

		/** It was run. */
		FINISHED

	}

	/**
	 * A recorded tick.
	 *
	 * @param tick the time of the tick
	 * @param state its progress
	 * @param attempt the number of times it was begun; 0 if it was not
	 * @param fencingToken the term that wrote this
	 */
	public record Last(Instant tick, State state, int attempt, long fencingToken) {

		static Last of(TickEntry entry) {
			return new Last(entry.tick(), State.valueOf(entry.state().name()), entry.attempt(), entry.token());
		}

	}

}
