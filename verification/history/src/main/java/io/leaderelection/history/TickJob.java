/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.time.Duration;
import java.util.Locale;

/**
 * A job of the probe that runs once per tick. A tick may begin a minute late.
 */
public enum TickJob {

	/** Runs every second. An interrupted tick is run again. */
	OFTEN(Duration.ofSeconds(1), Duration.ofMillis(300), true),

	/** Runs every second, and at most once per tick. */
	NEVER_TWICE(Duration.ofSeconds(1), Duration.ofMillis(100), false),

	/** Runs long enough to be hit by kills and handovers. */
	LONG(Duration.ofSeconds(20), Duration.ofSeconds(5), true);

	private final Duration period;

	private final Duration lasts;

	private final boolean again;

	TickJob(Duration period, Duration lasts, boolean again) {
		this.period = period;
		this.lasts = lasts;
		this.again = again;
	}

	/**
	 * Returns the time from one tick to the next.
	 * @return the duration; ticks are multiples of it since 1970
	 */
	public Duration period() {
		return this.period;
	}

	/**
	 * Returns the shortest running time.
	 * @return the duration
	 */
	public Duration lasts() {
		return this.lasts;
	}

	/**
	 * Whether an interrupted tick is begun again.
	 * @return whether it may begin more than once
	 */
	public boolean runsAgain() {
		return this.again;
	}

	/**
	 * Returns the name as it is written in a history.
	 * @return the name in lower case
	 */
	public String text() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Parses the name that {@link #text()} returns.
	 * @param text the name in lower case
	 * @return the job
	 * @throws IllegalArgumentException if no job has that name
	 */
	public static TickJob of(String text) {
		for (TickJob job : values()) {
			if (job.text().equals(text)) {
				return job;
			}
		}
		throw new IllegalArgumentException("Not a job of the probe: '" + text + "'");
	}

}
