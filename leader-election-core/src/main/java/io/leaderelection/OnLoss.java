/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * The behaviour when a term ends before its guarded work.
 */
public enum OnLoss {

	/**
	 * Interrupts the thread, and cancels asynchronous work.
	 */
	INTERRUPT,

	/**
	 * Lets the work continue; it can check {@link Leadership#isValid()}.
	 */
	CONTINUE

}
