/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Counts the ticks of a ledger, in the order of its entries.
 */
final class TickCount {

	private final Set<Long> seen = new HashSet<>();

	private long run;

	private long first;

	private long last;

	private long doubled;

	private long rewound;

	/**
	 * Counts a tick.
	 * @param tick the tick
	 * @return {@code false} if it is not an instant
	 */
	boolean add(String tick) {
		long second;
		try {
			second = Instant.parse(tick).getEpochSecond();
		}
		catch (DateTimeException ex) {
			return false;
		}
		if (this.run++ == 0) {
			this.first = second;
			this.last = second;
		}
		if (!this.seen.add(second)) {
			this.doubled++;
			return true;
		}
		if (second < this.last) {
			this.rewound++;
		}
		this.first = Math.min(this.first, second);
		this.last = Math.max(this.last, second);
		return true;
	}

	long run() {
		return this.run;
	}

	long doubled() {
		return this.doubled;
	}

	long rewound() {
		return this.rewound;
	}

	/** Returns how many are missing between the first and the last. */
	long missed(int tickSeconds) {
		return (this.run > 0) ? (this.last - this.first) / tickSeconds + 1 - this.seen.size() : 0;
	}

}
