/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;

/**
 * Settings that guards keep to.
 */
public interface GuardSettings {

	/**
	 * The election of annotations that name none.
	 * @return its name
	 */
	String defaultElection();

	/**
	 * Whether this instance contends in elections, now or once it has started.
	 * @return whether a store will be asked who leads
	 */
	boolean contends();

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
