/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;

/**
 * Watches for a vacancy that lasts too long. Used only by the loop.
 */
final class VacancyWatch {

	private final long threshold;

	private boolean vacant;

	private boolean reported;

	private long since;

	VacancyWatch(Duration threshold) {
		this.threshold = Durations.nanos(threshold);
	}

	/**
	 * Updates whether there is a vacancy.
	 * @return whether it has lasted too long and was not reported
	 */
	boolean note(boolean vacant, Moment now) {
		if (!vacant || !this.vacant) {
			this.vacant = vacant;
			this.reported = false;
			this.since = now.ticker();
		}
		return wakeIn(now) <= 0;
	}

	/** Marks the vacancy as reported. */
	void reported() {
		this.reported = true;
	}

	/** Returns the nanoseconds until the next look. */
	long wakeIn(Moment now) {
		return (this.vacant && !this.reported) ? Math.max(0, this.threshold - (now.ticker() - this.since))
				: ElectionProtocol.NEVER;
	}

	/** Returns how long the vacancy has lasted. */
	Duration length(Moment now) {
		return Duration.ofNanos(now.ticker() - this.since);
	}

}
