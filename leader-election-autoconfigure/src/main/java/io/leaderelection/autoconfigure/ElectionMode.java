/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

/**
 * Whether an application takes part in elections.
 */
public enum ElectionMode {

	/** Contends over a store. */
	ELECT,

	/** Leads every election, and touches no store: for development and tests. */
	ALWAYS,

	/** Never leads, and touches no store: for development and tests. */
	NEVER

}
