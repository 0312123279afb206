/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A call to the database failed or was not answered in time; what it asked for may have
 * been done. The message names the database.
 */
public class JdbcStoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	JdbcStoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
