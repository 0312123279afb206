/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb.autoconfigure;

/**
 * When the store creates its table.
 */
public enum SchemaInitialization {

	/** If it is missing. */
	ALWAYS,

	/** Never. */
	NEVER

}
