/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.Leadership;
import org.jspecify.annotations.Nullable;

/**
 * Decides, inside a guarded call, whether the method is called.
 */
@FunctionalInterface
public interface CallFilter {

	/**
	 * Decides on the thread of the call. May block.
	 * @param term the term that the call has entered
	 * @return the admission, which ends with the work; or {@code null} if the method is
	 * not to be called
	 */
	@Nullable Admission admit(Leadership term);

	/**
	 * A call that was let through. Its end may be reported more than once. The first
	 * report runs {@code leave} last, also if it fails; later ones have no effect.
	 */
	interface Admission {

		/**
		 * The method has returned, and its work has ended, on the thread of the call. May
		 * block.
		 * @param interrupted whether leadership was lost meanwhile
		 * @param leave leaves the term
		 */
		void endAndLeave(boolean interrupted, Runnable leave);

		/**
		 * The method has returned on the thread of the call, and its work goes on.
		 */
		void returned();

		/**
		 * The work that went on has ended. On any thread, which it must not block.
		 * @param interrupted whether the work was cancelled
		 * @param leave leaves the term
		 */
		void endAndLeaveSoon(boolean interrupted, Runnable leave);

	}

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
