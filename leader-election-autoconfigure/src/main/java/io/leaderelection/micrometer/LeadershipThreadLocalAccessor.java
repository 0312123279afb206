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
 * Makes Micrometer's context propagation carry the {@linkplain Leadership#current()
 * current} term between threads, and between threads and Reactor's context. Registered
 * through a service file. It carries the term but no guard: a thread that a guarded
 * method starts is neither awaited nor interrupted.
 */
public final class LeadershipThreadLocalAccessor implements ThreadLocalAccessor<Leadership> {

	/**
	 * The key in Reactor's context, independent of whether this accessor is registered.
	 */
	public static final Object KEY = Leadership.class;

	@Override
	public Object key() {
		return KEY;
	}

	@Override
	public @Nullable Leadership getValue() {
		Leadership bound = LeadershipContext.get();
		// A guarded call must not leave its thread
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
