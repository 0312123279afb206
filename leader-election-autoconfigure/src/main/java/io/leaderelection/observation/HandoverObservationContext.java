/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.TransitionCause;

/**
 * What is known of a handover. The outcome is the cause with which the handover ended:
 * {@code released} if it went well.
 */
public final class HandoverObservationContext extends ElectionObservationContext {

	private final TransitionCause cause;

	private final long fencingToken;

	HandoverObservationContext(String election, TransitionCause cause, long fencingToken) {
		super(election);
		this.cause = cause;
		this.fencingToken = fencingToken;
	}

	/**
	 * Why leadership is handed over.
	 * @return the cause
	 */
	public TransitionCause getCause() {
		return this.cause;
	}

	/**
	 * The term.
	 * @return its fencing token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

}
