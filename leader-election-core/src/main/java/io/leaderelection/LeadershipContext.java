/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Binds a {@link Leadership} to a thread. For integrations that carry it from one thread
 * to another; application code reads it with {@link Leadership#current()}.
 */
public final class LeadershipContext {

	private static final ThreadLocal<@Nullable Leadership> BOUND = new ThreadLocal<>();

	private LeadershipContext() {
	}

	/**
	 * Returns the term bound to the calling thread.
	 * @return the term, or {@code null} if there is none
	 */
	public static @Nullable Leadership get() {
		return BOUND.get();
	}

	/**
	 * Binds a term to the calling thread.
	 * @param leadership the term, or {@code null} to bind none
	 */
	public static void set(@Nullable Leadership leadership) {
		// Sets null, too: the next call would have to create a removed entry again
		BOUND.set(leadership);
	}

}
