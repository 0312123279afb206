/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.base;

import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.annotation.OnLeader;

/**
 * Has a public method that a public subclass inherits through a bridge method.
 */
class HiddenJob {

	final AtomicInteger runs = new AtomicInteger();

	@OnLeader
	public void run() {
		this.runs.incrementAndGet();
	}

}
