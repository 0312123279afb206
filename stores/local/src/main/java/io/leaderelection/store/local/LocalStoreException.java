/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

/**
 * The directory of the local store cannot be used. The message names the property, the
 * path and the remedy.
 */
public class LocalStoreException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	LocalStoreException(String message) {
		super(message);
	}

	LocalStoreException(String message, Throwable cause) {
		super(message, cause);
	}

}
