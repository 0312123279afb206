/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The behaviour when the work of a leader fails during its term.
 */
public enum OnFailure {

	/**
	 * The work is repeated after a delay that grows with each failure.
	 */
	RETRY,

	/**
	 * As {@link #RETRY}, until the number of consecutive failures reaches the limit of
	 * the annotation. Then this instance hands over with cause
	 * {@link io.leaderelection.TransitionCause#TASK_FAILED}, so that another instance can
	 * take over. It does not contend again during the configured cool-down, at least one
	 * second. The cool-down doubles with each further consecutive handover, up to ten
	 * minutes or the configured cool-down if that is longer. The counts of failures and
	 * handovers start again when the work returns during its term, when its term ends a
	 * minute or more after it began, or when the work has reported progress for a minute.
	 */
	STEP_DOWN

}
