/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The treatment of a tick that was begun and not finished, because its leader died or
 * lost its term.
 */
public enum InterruptedTick {

	/** The next leader begins it again, unless a newer tick is due by then. */
	RUN_AGAIN,

	/** It is never begun again. */
	SKIP

}
