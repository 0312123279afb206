/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Base class of this library's exceptions.
 */
public abstract class LeaderElectionException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	protected LeaderElectionException(String message) {
		super(message);
	}

}
