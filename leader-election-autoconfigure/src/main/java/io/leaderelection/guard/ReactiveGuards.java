/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.function.Supplier;

import io.leaderelection.annotation.Otherwise;
import org.jspecify.annotations.Nullable;

/**
 * How reactive types are guarded, where Reactor is present.
 */
public interface ReactiveGuards {

	/**
	 * Whether a type is reactive.
	 * @param type the type that a method returns
	 * @return whether its work begins when somebody subscribes
	 */
	boolean isReactive(Class<?> type);

	/**
	 * Returns why a method that returns a reactive type cannot be guarded.
	 * @param type the type
	 * @param otherwise what is asked for where this instance does not lead
	 * @return the reason, or {@code null} if the method can be guarded
	 */
	@Nullable Refusal refusal(Class<?> type, Otherwise otherwise);

	/**
	 * Guards a method that returns a reactive type.
	 * @param guard supplies the guard when somebody subscribes
	 * @param type the type
	 * @return the guarded method
	 */
	GuardedMethod method(Supplier<Guard> guard, Class<?> type);

	/**
	 * Guards what a method returned, should it turn out to be reactive.
	 * @param guard the guard of the method
	 * @param result what the method returned
	 * @return what the caller gets: the same unless it is reactive
	 */
	Object guardLater(Guard guard, Object result);

}
