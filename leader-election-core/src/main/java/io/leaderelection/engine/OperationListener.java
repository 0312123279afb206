/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

/**
 * Hears of the round trips to the store, for meters.
 */
@FunctionalInterface
public interface OperationListener {

	/** Hears nothing. */
	OperationListener NONE = (operation, outcome, took) -> {
	};

	/**
	 * A batch of commands was answered, failed, or timed out. Called on a thread of this
	 * library; must return at once.
	 * @param operation {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 * @param outcome {@code success}, {@code failure} or {@code timeout}
	 * @param took the time from sending to the answer
	 */
	void completed(String operation, String outcome, Duration took);

}
