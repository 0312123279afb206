/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

/**
 * A call to Azure Blob Storage has failed. The message says what to do about it, and
 * holds no credentials: what the service or the network said is left out where it may.
 */
public class AzureBlobStoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final boolean answered;

	/**
	 * Creates the exception.
	 * @param message what failed, and the remedy
	 */
	public AzureBlobStoreException(String message) {
		this(message, false);
	}

	AzureBlobStoreException(String message, boolean answered) {
		super(message);
		this.answered = answered;
	}

	/** Whether the service refused, so that nothing was done for certain. */
	boolean isAnswered() {
		return this.answered;
	}

}
