/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.time.Duration;

import io.leaderelection.guard.Contexts;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Base class for tests of applications that contend over one store in memory.
 */
@Timeout(60)
abstract class TaskHarness {

	final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	@BeforeAll
	static void patience() {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
	}

	/** Returns contexts over the same store. */
	ApplicationContextRunner runner() {
		return Contexts.contending(this.memory);
	}

	/** Steps down, and returns when the term is released. */
	static void stepDown(ApplicationContext context, String election) {
		Contexts.election(context, election).stepDown().toCompletableFuture().join();
	}

	/** Stops and starts all beans of a context with a life cycle. */
	static void restart(AssertableApplicationContext context) {
		ConfigurableApplicationContext source = context
			.getSourceApplicationContext(ConfigurableApplicationContext.class);
		source.stop();
		source.start();
	}

}
