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
	 * Called for an election that guards some method, before the first call.
	 * @param election the name of the election
	 * @return observes the calls
	 */
	Recorder forElection(String election);

	/**
	 * Called once for a method that an election guards, before its first call.
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the bean
	 * @param election the name of the election
	 * @return observes each call from its beginning, or {@code null}. Of several
	 * observers the first that does so is used
	 */
	default @Nullable CallObserver forMethod(Method method, Class<?> type, String election) {
		return null;
	}

	/**
	 * Observes the calls guarded by one election, on the threads that made them.
	 */
	@FunctionalInterface
	interface Recorder {

		/**
		 * A call has ended or was not made.
		 * @param outcome how it ended
		 */
		void record(GuardOutcome outcome);

	}

}
