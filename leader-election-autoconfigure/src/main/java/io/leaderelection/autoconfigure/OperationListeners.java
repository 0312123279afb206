/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.election.OperationListener;

/**
 * Tells several listeners.
 */
record OperationListeners(List<OperationListener> listeners) implements OperationListener {

	@Override
	public void completed(String operation, String outcome, Duration took) {
		this.listeners.forEach((listener) -> listener.completed(operation, outcome, took));
	}

}
