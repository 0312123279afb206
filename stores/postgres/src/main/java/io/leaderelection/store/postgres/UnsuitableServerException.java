/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.support.LeaseStoreException;

/**
 * Exception thrown when the server, or a proxy in front of it, cannot keep the locks of a
 * session. The message names the server and the remedy.
 */
public class UnsuitableServerException extends LeaseStoreException {

	private static final long serialVersionUID = 1L;

	UnsuitableServerException(String message) {
		super(message);
	}

	static UnsuitableServerException pooled(String server) {
		return new UnsuitableServerException("A proxy between the postgres store of leader election and " + server
				+ " pools transactions: it runs statements in changing sessions, so that none of "
				+ "them can hold a lock for the store. Set leader-election.jdbc.url to the server itself, or to a pool "
				+ "in session mode, or set leader-election.backend=jdbc");
	}

}
