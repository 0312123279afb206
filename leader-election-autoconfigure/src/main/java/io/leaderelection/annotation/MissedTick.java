/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The treatment of the latest tick that fell while no instance led: in a handover, after
 * a crash, or while all instances were down.
 */
public enum MissedTick {

	/** The next leader runs it, once. Earlier ones are counted. */
	RUN_ONCE,

	/** It is counted and skipped. */
	SKIP

}
