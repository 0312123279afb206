/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.leaderelection.time.Ticker;

/**
 * Logs a warning that many elections have at about the same time twice at most: for the
 * first one at once, and soon after for all others together. Thread-safe, because the
 * last ones are logged when the loop has ended.
 */
public final class WarningBursts {

	private static final long LENGTH = Duration.ofSeconds(2).toNanos();

	private static final int MOST_NAMES = 8;

	private final AsyncLog log;

	private final Ticker ticker;

	private final Map<String, Burst> bursts = new LinkedHashMap<>();

	/**
	 * Creates an object without warnings.
	 * @param log writes the messages
	 * @param ticker measures the length of a burst
	 */
	public WarningBursts(AsyncLog log, Ticker ticker) {
		this.log = log;
		this.ticker = ticker;
	}

	/**
	 * Logs a warning, or collects it.
	 * @param what what it is about, such as an election
	 * @param text what is wrong; the same for all that it happens to
	 * @param end what is logged only with the first one
	 */
	synchronized void warn(String what, String text, String end) {
		Burst burst = this.bursts.get(text);
		if (burst != null) {
			burst.others.add(what);
			return;
		}
		this.bursts.put(text, new Burst(this.ticker.nanos(), new ArrayList<>()));
		this.log.warn("{}: {}{}", what, text, end);
	}

	/** Logs what was collected for some time. */
	public void look() {
		long now = this.ticker.nanos();
		end((burst) -> now - burst.began >= LENGTH);
	}

	/** Logs everything that was collected. */
	public void end() {
		end((burst) -> true);
	}

	private synchronized void end(Predicate<Burst> over) {
		this.bursts.entrySet().removeIf((entry) -> {
			boolean ends = over.test(entry.getValue());
			List<String> others = entry.getValue().others;
			if (ends && !others.isEmpty()) {
				int more = others.size() - MOST_NAMES;
				this.log.warn("{}{}: {}", String.join(", ", others.subList(0, Math.min(MOST_NAMES, others.size()))),
						(more > 0) ? " and " + more + " more" : "", entry.getKey());
			}
			return ends;
		});
	}

	/**
	 * Warnings with the same text.
	 *
	 * @param began when the first one was logged
	 * @param others what the others are about
	 */
	private record Burst(long began, List<String> others) {
	}

}
