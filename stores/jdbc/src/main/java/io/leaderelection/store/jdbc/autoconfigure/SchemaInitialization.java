/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

/**
 * The options for creating the tables of the {@code jdbc} store.
 */
public enum SchemaInitialization {

	/** In an in-memory database only. */
	EMBEDDED,

	/** In every database, if they are missing. */
	ALWAYS,

	/** Never. */
	NEVER

}
