/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class ManagedLifecycleStopTests {

	@Test
	void rule18CloseOfTheContextLimitsTheHandover(CapturedOutput output) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("importer", new ManagedBean());
		try (ElectionEngine engine = ElectionEngineBuilder.neverLeading().build();
				GenericApplicationContext context = new GenericApplicationContext(beans)) {
			engine.join("billing");
			ManagedLifecycles lifecycles = new ManagedLifecycles(context, engine,
					beans.getBeanProvider(ListenerContainers.class),
					List.of(new ManagedLifecycles.Claim("the test", "billing", "importer", true, 0)));
			lifecycles.start();
			CompletableFuture<Void> never = new CompletableFuture<>();
			ManagedLifecycleStop stop = new ManagedLifecycleStop(lifecycles, () -> never, Duration.ofMillis(50));
			stop.start();
			stop.stop();
			assertThat(stop.isRunning()).isFalse();
		}
		assertThat(output).contains("The handover has not ended within 50 ms");
	}

}
