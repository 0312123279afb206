/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.work.DetachableCall;
import org.jspecify.annotations.Nullable;

/**
 * Decides, inside a guarded call, whether the method is called.
 */
@FunctionalInterface
public interface CallFilter {

	/**
	 * Decides on the thread of the call. May block.
	 * @param call the call, just entered
	 * @return the call to use instead, which ends with the work; or {@code null} if the
	 * method is not to be called
	 */
	@Nullable DetachableCall admit(DetachableCall call);

	/**
	 * Finds the filter of a method.
	 */
	@FunctionalInterface
	interface Source {

		/**
		 * Returns the filter of a method.
		 * @param method the method, of the class or of an interface or superclass
		 * @param type the class of the target
		 * @return the filter, or {@code null} if every call is let through
		 * @throws IllegalStateException if the method needs a filter that is not known
		 * yet
		 */
		@Nullable CallFilter of(Method method, Class<?> type);

	}

}
