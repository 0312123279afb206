/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;

/**
 * The settings that guards need.
 */
public interface GuardSettings {

	/**
	 * Returns the election used when an annotation names none.
	 * @return the name of the election
	 */
	String defaultElection();

	/**
	 * Returns whether this instance contends in elections, now or once it has started.
	 * @return {@code true} if this instance uses a store
	 */
	boolean contends();

	/**
	 * Returns how long a command to the store may take.
	 * @param election the name of the election
	 * @return the duration
	 */
	Duration operationTimeout(String election);

	/**
	 * Returns how long an instance does not contend after it has stepped down.
	 * @param election the name of the election
	 * @return the duration
	 */
	Duration coolDown(String election);

}
