/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.Map;

import io.leaderelection.LeaderElections;

/**
 * What the application names elections for, and does in them. Of this library alone:
 * beans of this type are not looked for.
 */
public interface ElectionClaims {

	/**
	 * Looks at the beans once all singletons are made.
	 * @return the names of elections that annotations give, each with the place that
	 * names it, such as {@code @LeaderTask on Billing.run()}
	 * @throws InvalidLeaderAnnotationException if an annotation cannot do what it says
	 */
	Map<String, String> check();

	/**
	 * Does what is to be done, before the elections are started.
	 * @param elections in which all elections of {@link #check()} are joined
	 */
	void begin(LeaderElections elections);

}
