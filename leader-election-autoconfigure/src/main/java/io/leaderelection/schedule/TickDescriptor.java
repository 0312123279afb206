/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.util.Locale;

import io.leaderelection.actuate.UntrustedText;
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

	static TickDescriptor of(TickStatus tick) {
		TickStatus.Last last = tick.last();
		String next = (tick.next() != null) ? tick.next().toString() : null;
		String problem = (tick.problem() != null) ? UntrustedText.clean(tick.problem()) : null;
		Boolean running = tick.running() ? true : null;
		return (last != null)
				? new TickDescriptor(next, last.tick().toString(), last.state().name().toLowerCase(Locale.ROOT),
						last.attempt(), last.fencingToken(), running, problem)
				: new TickDescriptor(next, null, null, null, null, running, problem);
	}

}
