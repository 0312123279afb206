/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

/**
 * Whether an application contends in elections, or always or never leads without a store.
 */
public enum ElectionMode {

	/** The application contends through a store. */
	ELECT,

	/**
	 * The application leads every election and uses no store: for development and tests.
	 */
	ALWAYS,

	/** The application never leads and uses no store: for development and tests. */
	NEVER

}
