/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.leaderelection.StuckTask;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.time.Ticker;

/**
 * Properties that all terms of an election share, for the work in them.
 *
 * @param name the name of the election
 * @param coolDown how long a candidate usually does not contend after it stepped down
 * @param noteTimeout how long to wait for a checkpoint: two operation timeouts, until a
 * running renewal and the next one, which carries it, are answered
 * @param keepsCheckpoints whether the store has checkpoints
 * @param log the log, which is written on another thread
 * @param ticker the monotonic clock
 * @param lines the threads that run code of the application
 * @param later runs a task, which must return at once, on the loop after a delay
 * @param stuck notifies listeners of a task that does not end
 */
public record TermHome(String name, Duration coolDown, Duration noteTimeout, boolean keepsCheckpoints, AsyncLog log,
		Ticker ticker, Lines lines, BiConsumer<Duration, Runnable> later, Consumer<StuckTask> stuck) {

	/**
	 * The threads that run code of the application, which may block.
	 *
	 * @param events runs a delivery after the earlier events of listeners
	 * @param cancellations runs a cancellation at once
	 * @param completions runs the completion of a stage
	 */
	public record Lines(Executor events, Executor cancellations, Executor completions) {
	}

}
