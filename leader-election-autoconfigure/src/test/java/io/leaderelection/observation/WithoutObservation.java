/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.Contexts;
import io.leaderelection.micrometer.LeaderElectionMetrics;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Guarded calls and their meters on a class path without Micrometer's observations.
 */
final class WithoutObservation {

	private WithoutObservation() {
	}

	static String check() {
		Contexts.leading()
			.withUserConfiguration(Imports.class)
			.withBean(SimpleMeterRegistry.class)
			.withBean(Job.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(LeaderElectionMetrics.class).bindTo(context.getBean(SimpleMeterRegistry.class));
				context.getBean(Job.class).run();
				assertThat(context.getBean(SimpleMeterRegistry.class)
					.get("leader.election.guarded")
					.tag("outcome", "executed")
					.counter()
					.count()).isOne();
			});
		return "checked";
	}

	/** By name, as Spring Boot does it. */
	@ImportAutoConfiguration({ LeaderElectionMetricsAutoConfiguration.class,
			LeaderElectionObservationAutoConfiguration.class })
	static class Imports {

	}

	static class Job {

		@OnLeader
		void run() {
		}

		@LeaderTask
		void work() {
		}

	}

}
