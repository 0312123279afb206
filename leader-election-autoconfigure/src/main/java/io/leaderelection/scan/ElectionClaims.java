/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.util.Map;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.LeaderTask;

/**
 * The needs for elections of annotations of one kind. Of this library alone: beans of
 * this type are not looked for.
 */
public interface ElectionClaims {

	/**
	 * Looks at a bean. Called for each bean once all singletons are made.
	 * @param bean the bean
	 * @throws InvalidLeaderAnnotationException if an annotation cannot do what it says
	 */
	void look(ScannedBean bean);

	/**
	 * Returns the elections that annotations of the beans name. Called after the scan.
	 * @return the names, each with the place that gives it, such as
	 * {@code @LeaderTask on Billing.run()}
	 * @throws InvalidLeaderAnnotationException if an annotation cannot do what it says
	 */
	Map<String, String> elections();

	/**
	 * Does what is to be done before the elections are started.
	 * @param elections in which all {@link #elections()} are joined
	 */
	void begin(LeaderElections elections);

}
