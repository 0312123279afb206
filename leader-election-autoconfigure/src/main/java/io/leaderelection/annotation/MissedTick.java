/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The behaviour for the latest tick that fell due while no instance led: during a
 * handover, after a crash, or while all instances were down.
 */
public enum MissedTick {

	/** The next leader runs it once. Earlier missed ticks are only counted. */
	RUN_ONCE,

	/** It is counted and skipped. */
	SKIP

}
