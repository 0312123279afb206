/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.function.Supplier;

import io.leaderelection.annotation.Otherwise;
import org.jspecify.annotations.Nullable;

/**
 * Guards reactive types, if Reactor is present.
 */
public interface ReactiveGuards {

	/**
	 * Returns why a method that returns a reactive type cannot be guarded.
	 * @param type the type
	 * @param otherwise the behaviour when this instance does not lead
	 * @return the reason, or {@code null} if the method can be guarded
	 */
	@Nullable Refusal refusal(Class<?> type, Otherwise otherwise);

	/**
	 * Guards a method that returns a reactive type.
	 * @param guard supplies the guard on subscription
	 * @param type the type
	 * @return the guarded method
	 */
	GuardedMethod method(Supplier<Guard> guard, Class<?> type);

	/**
	 * Guards the result of a method if it turns out to be reactive.
	 * @param guard the guard of the method
	 * @param result the result of the method
	 * @return the result for the caller: the same object unless it is reactive
	 */
	Object guardLater(Guard guard, Object result);

}
