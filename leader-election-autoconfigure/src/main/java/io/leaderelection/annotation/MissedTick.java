/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * What happens to the latest tick that fell while nobody led: in a handover, after a
 * crash, or while all instances were down.
 */
public enum MissedTick {

	/** Whoever leads next runs it, once. Earlier ones are counted. */
	RUN_ONCE,

	/** It is counted and skipped. */
	SKIP

}
