/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * Observes calls of guarded methods, for meters and traces.
 */
@FunctionalInterface
public interface GuardObserver {

	/**
	 * Called for each election that guards a method, before the first call.
	 * @param election the name of the election
	 * @return the recorder of its calls
	 */
	Recorder forElection(String election);

	/**
	 * Called once for each guarded method, before its first call.
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the bean
	 * @param election the name of the election
	 * @return the observer of the method's calls, or {@code null}. If several observers
	 * return one, the first is used
	 */
	default @Nullable CallObserver forMethod(Method method, Class<?> type, String election) {
		return null;
	}

	/**
	 * Records the calls that one election guards, on the threads that make them.
	 */
	@FunctionalInterface
	interface Recorder {

		/**
		 * Records that a call has ended or was refused.
		 * @param outcome how it ended
		 */
		void record(GuardOutcome outcome);

	}

}
