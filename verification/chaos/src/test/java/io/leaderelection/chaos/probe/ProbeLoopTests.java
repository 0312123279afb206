/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProbeLoop}.
 */
class ProbeLoopTests {

	@Test
	void loopSurvivesATimeWithoutMemory() throws InterruptedException {
		AtomicInteger steps = new AtomicInteger();
		CountDownLatch third = new CountDownLatch(1);
		ProbeLoop loop = new ProbeLoop("loop", 1, () -> {
			if (steps.incrementAndGet() < 3) {
				throw new OutOfMemoryError("Java heap space");
			}
			third.countDown();
		});
		loop.start();
		assertThat(third.await(10, TimeUnit.SECONDS)).isTrue();
		loop.end();
		int done = steps.get();
		assertThat(steps).as("no step after the end").hasValue(done);
	}

	@Test
	void loopThatWasNotStartedEnds() throws InterruptedException {
		AtomicInteger steps = new AtomicInteger();
		new ProbeLoop("loop", 1, steps::incrementAndGet).end();
		assertThat(steps).hasValue(0);
	}

}
