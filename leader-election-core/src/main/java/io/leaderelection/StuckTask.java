/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;
import java.util.List;

/**
 * {@link LeaderWork} that still runs although it was cancelled.
 *
 * @param election the name of the election
 * @param task the name of the work
 * @param fencingToken the token of the term to which it is bound
 * @param since how long ago it was cancelled
 * @param stack the stack trace of its thread; empty if it has no thread yet
 */
public record StuckTask(String election, String task, long fencingToken, Duration since,
		List<StackTraceElement> stack) {

	public StuckTask {
		stack = List.copyOf(stack);
	}

}
