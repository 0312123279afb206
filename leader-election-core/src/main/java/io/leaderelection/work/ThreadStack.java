/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import org.jspecify.annotations.Nullable;

/**
 * The stack of a task's thread, for the log.
 */
@SuppressWarnings("serial")
final class ThreadStack extends Throwable {

	final String thread;

	/**
	 * Takes the stack of a thread.
	 * @param thread the thread, or {@code null} if the task has none yet
	 */
	ThreadStack(@Nullable Thread thread) {
		super("Stack of the task", null, false, true);
		this.thread = (thread != null) ? thread.getName() : "none";
		setStackTrace((thread != null) ? thread.getStackTrace() : new StackTraceElement[0]);
	}

}
