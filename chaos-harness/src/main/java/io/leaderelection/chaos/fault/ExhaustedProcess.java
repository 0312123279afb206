/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;
import java.util.Optional;

import io.leaderelection.chaos.instance.Instance;

/**
 * A process has nothing left of what each of its threads needs, for two seconds.
 *
 * @param name of the fault, and of the command that the probe obeys
 */
record ExhaustedProcess(String name) implements Fault {

	private static final Duration DURATION = Duration.ofSeconds(2);

	/** To fill a heap takes long on a busy machine. */
	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	/**
	 * The libraries beside this one do not outlive it: Tomcat's poller, for one, does
	 * not.
	 */
	@Override
	public Optional<Fault> sequel() {
		return Optional.of(new EndedProcess("sigterm", "TERM"));
	}

	/** Returns when the process has told that it is over. */
	@Override
	public Duration begin(Strike strike) throws InterruptedException {
		Instance instance = strike.instance();
		int before = instance.exhaustions();
		instance.burden(this.name, DURATION);
		boolean over = strike.waiting().until(PATIENCE, () -> instance.exhaustions() > before || !instance.isAlive());
		if (!over || !instance.isAlive()) {
			throw new IllegalStateException(instance.processName() + " does not tell of its exhaustion");
		}
		return Duration.ZERO;
	}

}
