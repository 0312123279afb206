/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.ScheduledMethodRunnable;

/**
 * Distinguishes a call of a job by its scheduler from a direct one, such as that of a
 * test or of an administrator's button. Only the stack of the thread shows that: the
 * scheduler's runnable calls the method of the job. A job that calls the method of
 * another job calls it directly.
 */
final class SchedulerCalls {

	private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

	/** Set while the current thread calls a job as another scheduler. */
	private static final ThreadLocal<@Nullable Boolean> OTHER = new ThreadLocal<>();

	private SchedulerCalls() {
	}

	/** Makes calls of the current thread count as calls of a scheduler. */
	static <T extends @Nullable Object> T asScheduler(Supplier<T> call) {
		OTHER.set(true);
		try {
			return call.get();
		}
		finally {
			OTHER.remove();
		}
	}

	/**
	 * Returns whether a scheduler has called the method that the current thread is about
	 * to run.
	 * @param job the method of the job
	 */
	static boolean isCurrent(Method job) {
		return OTHER.get() != null || WALKER.walk((frames) -> isScheduled(frames, job));
	}

	private static boolean isScheduled(Stream<StackFrame> frames, Method job) {
		StackFrame called = null;
		for (Iterator<StackFrame> each = frames.iterator(); each.hasNext();) {
			StackFrame frame = each.next();
			boolean scheduler = ScheduledMethodRunnable.class.isAssignableFrom(frame.getDeclaringClass());
			if (scheduler && called != null && isOf(job, called)) {
				return true;
			}
			called = scheduler ? null : frame;
		}
		return false;
	}

	/** Returns whether a frame is the method of a job, or that of a proxy of its bean. */
	private static boolean isOf(Method job, StackFrame frame) {
		Class<?> type = frame.getDeclaringClass();
		boolean ofBean = job.getDeclaringClass().isAssignableFrom(type)
				|| type.isAssignableFrom(job.getDeclaringClass()) || Proxy.isProxyClass(type);
		return ofBean && frame.getMethodName().equals(job.getName());
	}

}
