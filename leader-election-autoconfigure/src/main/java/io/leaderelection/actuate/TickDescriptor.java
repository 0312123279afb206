/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.schedule.TickStatus;
import org.jspecify.annotations.Nullable;

/**
 * A once-per-tick job.
 *
 * @param next the time of its next tick, in ISO 8601, or {@code null} if it is switched
 * off on this instance
 * @param last the last recorded tick, in ISO 8601; {@code null} if this instance does not
 * lead
 * @param state {@code noted}, {@code begun} or {@code finished}; {@code null} if
 * {@code last} is
 * @param attempt the number of times that tick was begun; {@code null} if {@code last} is
 * @param fencingToken the fencing token of the term that wrote it; {@code null} if
 * {@code last} is
 * @param running {@code true} while it runs in this instance, otherwise {@code null}
 * @param problem the problem, or {@code null}
 */
public record TickDescriptor(@Nullable String next, @Nullable String last, @Nullable String state,
		@Nullable Integer attempt, @Nullable Long fencingToken, @Nullable Boolean running, @Nullable String problem) {

	static @Nullable Map<String, TickDescriptor> of(List<TickStatus> ticks) {
		Map<String, TickDescriptor> shown = new TreeMap<>();
		ticks.forEach((tick) -> shown.put(tick.name(), of(tick)));
		return shown.isEmpty() ? null : shown;
	}

	private static TickDescriptor of(TickStatus tick) {
		TickStatus.Last last = tick.last();
		String next = ElectionDescriptor.text(tick.next());
		String problem = UntrustedText.shown(tick.problem());
		Boolean running = tick.running() ? true : null;
		return (last != null)
				? new TickDescriptor(next, last.tick().toString(), last.state().name().toLowerCase(Locale.ROOT),
						last.attempt(), last.fencingToken(), running, problem)
				: new TickDescriptor(next, null, null, null, null, running, problem);
	}

}
