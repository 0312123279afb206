/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.time.Duration;

/**
 * Kills a process or asks it to terminate, and starts it again.
 *
 * @param name the name of the fault
 * @param signal the signal to send
 */
record EndedProcess(String name, String signal) implements Fault {

	@Override
	public Target target() {
		return Target.INSTANCE;
	}

	@Override
	public int weight() {
		return 2;
	}

	@Override
	public Duration begin(Strike strike) {
		strike.instance().signal(this.signal);
		return Duration.ZERO;
	}

	@Override
	public void end(Strike strike) throws InterruptedException {
		strike.instance().awaitEnd();
		if (!strike.waiting().isCutShort()) {
			strike.instance().start();
			strike.instance().awaitReady();
		}
	}

}
