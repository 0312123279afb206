/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The behaviour when the work of a leader fails while its term lasts.
 */
public enum OnFailure {

	/**
	 * The work is done again, after a delay that grows with each failure.
	 */
	RETRY,

	/**
	 * As {@link #RETRY} until the work has failed so often in a row as the annotation
	 * says; then this instance hands over with cause
	 * {@link io.leaderelection.TransitionCause#TASK_FAILED}, so that another one tries.
	 * It does not contend again before the configured cool-down is over, a second at
	 * least; twice as long after each further such handover, up to ten minutes or the
	 * cool-down if that is longer. Failures and handovers are in a row until the work
	 * returns in its term, its term ends a minute or more after it began, or it has
	 * reported progress for a minute.
	 */
	STEP_DOWN

}
