/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that wait for the handover of a stop: their calls cannot end before it.
 * Safe to use from any thread.
 */
public final class WaitingThreads {

	private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

	/**
	 * Adds a thread. To be called before the stop.
	 * @param thread the thread
	 */
	public void add(Thread thread) {
		this.waiting.add(thread);
	}

	/**
	 * Removes a thread at the end of the stop.
	 * @param stop completed when the handover is done
	 * @param thread the thread
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // a handover completes, never fails
	public void removeAfter(CompletionStage<Void> stop, Thread thread) {
		stop.whenComplete((done, failure) -> this.waiting.remove(thread));
	}

	/**
	 * Returns whether a thread cannot end its call before the handover ends.
	 * @param thread the thread
	 * @return whether it waits for the stop, or ends the process
	 */
	public boolean isUnending(Thread thread) {
		return this.waiting.contains(thread) || isExiting(thread);
	}

	/** A thread that called {@link System#exit(int)} never returns from there. */
	private static boolean isExiting(Thread thread) {
		return Arrays.stream(thread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals("java.lang.Runtime")
					&& frame.getMethodName().equals("exit"));
	}

}
