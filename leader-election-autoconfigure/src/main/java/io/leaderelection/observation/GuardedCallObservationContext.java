/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.lang.reflect.Method;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Context of a call of a guarded method. The outcome is the same as for the meter
 * {@code leader.election.guarded}, or {@code not_called} if something other than
 * leadership kept the method from being called, such as a tick that is already done.
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
	 * Returns the guarded method.
	 * @return the method, of the class or of an interface or superclass
	 */
	public Method getMethod() {
		return this.method;
	}

	/**
	 * Returns the class of the bean.
	 * @return the class
	 */
	public Class<?> getType() {
		return this.type;
	}

	/**
	 * Returns the election.
	 * @return the name of the election; a partition's name includes its number
	 */
	public String getElection() {
		return this.election;
	}

	@Override
	LeaderElectionObservationDocumentation documentation() {
		return LeaderElectionObservationDocumentation.GUARDED_CALL;
	}

	@Override
	String contextualName() {
		return "on-leader " + this.type.getSimpleName() + "." + this.method.getName();
	}

	@Override
	KeyValues lowCardinality() {
		return KeyValues.of(ObservationKey.election(this.election),
				ObservationKey.CODE_NAMESPACE.withValue(this.type.getName()),
				ObservationKey.CODE_FUNCTION.withValue(this.method.getName()));
	}

	@Override
	KeyValues highCardinality() {
		return KeyValues.of(ObservationKey.partition(this.election));
	}

}
