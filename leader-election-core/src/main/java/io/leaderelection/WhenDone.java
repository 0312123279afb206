/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * The behaviour when {@link LeaderWork} returns while its term lasts.
 */
public enum WhenDone {

	/**
	 * This candidate keeps leading. The work does not run again in this term.
	 */
	KEEP_LEADING,

	/**
	 * This candidate hands over as {@link LeaderElection#stepDown()} does, and does not
	 * contend again before the configured cool-down is over.
	 */
	STEP_DOWN

}
