/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.store.support.LeaseStoreException;

/**
 * Thrown when a call has an answer, but none that is usable, so that it may have had an
 * effect.
 */
@SuppressWarnings("serial")
final class UnansweredException extends LeaseStoreException {

	UnansweredException(String message) {
		super(message);
	}

}
