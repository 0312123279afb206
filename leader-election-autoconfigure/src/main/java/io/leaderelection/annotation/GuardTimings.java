/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.time.Duration;

/**
 * Durations of elections that guards keep to.
 */
public interface GuardTimings {

	/**
	 * How long a command to the store may take.
	 * @param election the name of the election
	 * @return the duration
	 */
	Duration operationTimeout(String election);

	/**
	 * How long an instance that stepped down does not contend.
	 * @param election the name of the election
	 * @return the duration
	 */
	Duration coolDown(String election);

}
