/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Duration;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that guards one method. Run by a class loader of its own.
 */
final class OneGuardedMethod {

	private OneGuardedMethod() {
	}

	static String check() {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.application.name=smallest", "spring.main.banner-mode=off",
					"leader-election.lease-duration=10s")
			.run()) {
			LeaderElection election = context.getBean(LeaderElections.class).get("default");
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(election::isLeader);
			assertThat(context.getBean(Job.class).run()).isEqualTo("ran");
		}
		return "checked";
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		LeaseStore store() {
			return new InMemoryLeaseStoreFactory(WallClock.system()).open();
		}

		@Bean
		Job job() {
			return new Job();
		}

	}

	static class Job {

		@OnLeader
		String run() {
			return "ran";
		}

	}

}
