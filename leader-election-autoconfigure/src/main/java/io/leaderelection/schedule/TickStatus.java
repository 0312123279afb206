/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Instant;

import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;

/**
 * How a job stands.
 *
 * @param election the name of the election
 * @param name the name of the tick
 * @param hash stands for its cron expressions and zones
 * @param next when it is due next, or {@code null} if it is switched off here
 * @param last the last tick that the record has, or {@code null} if there is none, or
 * this instance does not lead and does not know
 * @param running whether the job runs in this instance
 * @param problem what is wrong, or {@code null}
 */
public record TickStatus(String election, String name, String hash, @Nullable Instant next, @Nullable Last last,
		boolean running, @Nullable String problem) {

	/**
	 * How far a tick came.
	 */
	public enum State {

		/** It is not run: the first leader found it, or it was skipped or given up. */
		NOTED,

		/** A leader began to run it, or was about to. */
		BEGUN,

		/** It was run. */
		FINISHED

	}

	/**
	 * A tick on record.
	 *
	 * @param tick the moment
	 * @param state how far it came
	 * @param attempt how often it was begun; 0 if it was not
	 * @param fencingToken the term that wrote this
	 */
	public record Last(Instant tick, State state, int attempt, long fencingToken) {

		static Last of(TickEntry entry) {
			return new Last(entry.tick(), State.valueOf(entry.state().name()), entry.attempt(), entry.token());
		}

	}

}
