/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.LeaderElections;
import io.leaderelection.actuate.InMemoryStore;
import io.leaderelection.eligibility.LeadershipEligibility;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import jakarta.annotation.PostConstruct;
import org.junit.jupiter.api.Test;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for work that runs once while an application starts.
 */
class RunOnceTests {

	private ConfigurableApplicationContext run(Class<?>... sources) {
		return new SpringApplicationBuilder(sources).web(WebApplicationType.NONE)
			.properties("spring.application.name=orders")
			.run();
	}

	@Test
	void workIsDoneBeforeTheApplicationContends() {
		try (ConfigurableApplicationContext context = run(StartUpWork.class, InMemoryStore.class)) {
			assertThat(context.getBean(StartUpWork.class).done).containsExactly("beans true", "runner false");
			assertThat(context.getBean(LeaderElections.class).all()).extracting("name").containsExactly("default");
		}
	}

	@Test
	void storeWithoutTraitsIsRefused() {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> run(StartUpWork.class, PlainStore.class))
			.havingRootCause()
			.isInstanceOf(UnsupportedOperationException.class)
			.withMessageContaining("'schema-v7'")
			.withMessageContaining("StoreTraits");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class StartUpWork {

		private final LeaderElections elections;

		private final List<String> done = new ArrayList<>();

		StartUpWork(LeaderElections elections) {
			this.elections = elections;
		}

		@PostConstruct
		void migrate() {
			assertThat(((ElectionEngine) this.elections).isRunning()).isFalse();
			this.done.add("beans " + this.elections.runOnce("schema-v7", (leadership) -> leadership.verify()));
		}

		@Bean
		ApplicationRunner migration() {
			return (arguments) -> this.done
				.add("runner " + this.elections.runOnce("schema-v7", (leadership) -> leadership.verify()));
		}

		/** No instance is eligible, but the work runs. */
		@Bean
		static LeadershipEligibility notEligible() {
			return (election) -> false;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PlainStore {

		@Bean
		LeaseStore store() {
			return new InMemoryLeaseStoreFactory(WallClock.system()).open();
		}

	}

}
