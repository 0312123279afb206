/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import io.leaderelection.store.support.LastingRefusalException;

/**
 * Thrown if there is no table.
 */
final class MissingTableException extends LastingRefusalException {

	private static final long serialVersionUID = 1L;

	MissingTableException(String message) {
		super(message, null);
	}

}
