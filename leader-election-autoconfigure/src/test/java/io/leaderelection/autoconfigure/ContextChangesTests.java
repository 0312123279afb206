/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contexts that are paused, restarted, closed, replaced, or have children, over one
 * store.
 */
@Timeout(120)
class ContextChangesTests {

	private static final LeaseStore store = new InMemoryLeaseStoreFactory(WallClock.system()).open();

	private static ConfigurableApplicationContext start() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("leader-election.namespace=changes", "leader-election.cool-down=0s",
					"leader-election.default-election=jobs", "spring.main.banner-mode=off")
			.run();
	}

	private static LeaderElection election(ConfigurableApplicationContext context) {
		return context.getBean(LeaderElections.class).get("jobs");
	}

	private static long lead(ConfigurableApplicationContext context) throws InterruptedException {
		LeaderElection election = election(context);
		while (!election.isLeader()) {
			election.awaitLeader(Duration.ofSeconds(60));
			Thread.onSpinWait();
		}
		return election.leadership().orElseThrow().fencingToken();
	}

	@Test
	void rule13PausedContextReleasesAndContendsAgainWithAHigherToken() throws Exception {
		try (ConfigurableApplicationContext first = start()) {
			long token = lead(first);
			first.pause();
			assertThat(election(first).isLeader()).isFalse();
			try (ConfigurableApplicationContext second = start()) {
				assertThat(lead(second)).isGreaterThan(token);
			}
			first.restart();
			assertThat(lead(first)).isGreaterThan(token + 1);
		}
	}

	@Test
	void rule13ContextThatReplacesAClosedOneLeads() throws Exception {
		long token;
		try (ConfigurableApplicationContext former = start()) {
			token = lead(former);
		}
		try (ConfigurableApplicationContext next = start()) {
			assertThat(lead(next)).isGreaterThan(token);
		}
	}

	@Test
	void rule13ChildContextComesAndGoesWithoutTouchingLeadership() throws Exception {
		try (ConfigurableApplicationContext parent = start()) {
			long token = lead(parent);
			AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
			child.setParent(parent);
			child.refresh();
			child.close();
			assertThat(election(parent).isLeader()).isTrue();
			assertThat(lead(parent)).isEqualTo(token);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean(destroyMethod = "")
		LeaseStore store() {
			return new SharedStore();
		}

	}

	/** Outlives the contexts. */
	private static final class SharedStore implements LeaseStore {

		@Override
		public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
			return store.acquire(batch, timeout);
		}

		@Override
		public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
			return store.renew(batch, timeout);
		}

		@Override
		public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
			return store.release(batch, timeout);
		}

		@Override
		public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
			return store.observe(batch, timeout);
		}

		@Override
		public Watch watch(String namespace, HintListener listener) {
			return store.watch(namespace, listener);
		}

	}

}
