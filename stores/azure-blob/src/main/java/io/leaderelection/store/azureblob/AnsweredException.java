/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.store.support.LeaseStoreException;

/**
 * Thrown when the service refused a call, so that the call certainly had no effect.
 */
@SuppressWarnings("serial")
final class AnsweredException extends LeaseStoreException {

	AnsweredException(String message) {
		super(message);
	}

}
