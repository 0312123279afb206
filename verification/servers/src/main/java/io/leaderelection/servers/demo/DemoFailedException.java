/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.io.Serial;

/**
 * A check of the demonstration failed.
 */
class DemoFailedException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1L;

	DemoFailedException(String message) {
		super(message);
	}

}
