/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class ManagedLifecycleStopTests {

	@Test
	void rule18CloseOfTheContextLimitsTheHandover(CapturedOutput output) {
		CompletableFuture<Void> never = new CompletableFuture<>();
		ManagedLifecycleStop stop = new ManagedLifecycleStop(() -> never, Duration.ofMillis(50));
		stop.start();
		stop.stop();
		assertThat(stop.isRunning()).isFalse();
		assertThat(output).contains("The handover has not ended within 50 ms");
	}

}
