/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.lang.reflect.Method;

/**
 * The context of a call of a guarded method. The outcome is that of the meter
 * {@code leader.election.guarded}, or {@code not_called} if the method was not called for
 * another reason than leadership, such as a tick that is done already.
 */
public final class GuardedCallObservationContext extends LeaderElectionObservationContext {

	private final Method method;

	private final Class<?> type;

	private final String election;

	GuardedCallObservationContext(Method method, Class<?> type, String election) {
		this.method = method;
		this.type = type;
		this.election = election;
	}

	/**
	 * The guarded method.
	 * @return the method, of the class or of an interface or superclass
	 */
	public Method getMethod() {
		return this.method;
	}

	/**
	 * The class of the bean.
	 * @return the class
	 */
	public Class<?> getType() {
		return this.type;
	}

	/**
	 * The election.
	 * @return the name; of a partition with its number
	 */
	public String getElection() {
		return this.election;
	}

}
