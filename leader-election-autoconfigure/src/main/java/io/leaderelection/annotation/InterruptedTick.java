/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The behaviour for a tick that was begun but not finished, because its leader died or
 * lost its term.
 */
public enum InterruptedTick {

	/** The next leader runs it again, unless a newer tick is due by then. */
	RUN_AGAIN,

	/** It is never run again. */
	SKIP

}
