/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import io.leaderelection.GuardedCall;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets Micrometer's context propagation carry the {@linkplain Leadership#current()
 * current} term from thread to thread, and between threads and Reactor's context. Found
 * by its service file. It carries what can be asked and no guard: a thread that a guarded
 * method starts is neither waited for nor interrupted.
 */
public final class LeadershipThreadLocalAccessor implements ThreadLocalAccessor<Leadership> {

	/**
	 * The key in Reactor's context, whether this accessor is there or not.
	 */
	public static final Object KEY = Leadership.class;

	@Override
	public Object key() {
		return KEY;
	}

	@Override
	public @Nullable Leadership getValue() {
		Leadership bound = LeadershipContext.get();
		// A guarded call belongs to its thread
		return (bound instanceof GuardedCall call) ? call.leadership() : bound;
	}

	@Override
	public void setValue(Leadership value) {
		LeadershipContext.set(value);
	}

	@Override
	public void setValue() {
		LeadershipContext.set(null);
	}

}
