/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

import io.leaderelection.chaos.instance.Instance;

/**
 * Exhausts a resource that every thread of a process needs, for two seconds.
 *
 * @param name the name of the fault, which is also the command for the probe
 */
record ExhaustedProcess(String name) {

	private static final Duration DURATION = Duration.ofSeconds(2);

	/** Filling a heap takes long on a busy machine. */
	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Returns when the probe has reported the end. */
	Duration begin(Strike strike) throws InterruptedException {
		Instance instance = strike.instance();
		int before = instance.exhaustions();
		instance.burden(this.name, DURATION);
		boolean over = strike.waiting().until(PATIENCE, () -> instance.exhaustions() > before || !instance.isAlive());
		if (!over || !instance.isAlive()) {
			throw new IllegalStateException(instance.processName() + " did not report the end of the fault");
		}
		return Duration.ZERO;
	}

}
