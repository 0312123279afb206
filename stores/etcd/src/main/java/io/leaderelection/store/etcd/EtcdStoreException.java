/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import org.jspecify.annotations.Nullable;

/**
 * A call to etcd has failed. The message says what to do about it.
 */
public class EtcdStoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what failed, and the remedy
	 */
	public EtcdStoreException(String message) {
		this(message, null);
	}

	/**
	 * Creates the exception.
	 * @param message what failed, and the remedy
	 * @param cause what was thrown, or {@code null}
	 */
	public EtcdStoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
