/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * The treatment of guarded work whose term ends before the work does.
 */
public enum OnLoss {

	/**
	 * The thread is interrupted, and work that has left its thread is cancelled.
	 */
	INTERRUPT,

	/**
	 * The work goes on; it can ask {@link Leadership#isValid()}.
	 */
	CONTINUE

}
