/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contexts that lead always or never, so that guarded calls need no store, and contexts
 * that contend.
 */
public final class Contexts {

	private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
		.withConfiguration(Features.and());

	private Contexts() {
	}

	public static ApplicationContextRunner leading() {
		return RUNNER.withPropertyValues("leader-election.mode=always");
	}

	public static ApplicationContextRunner following() {
		return RUNNER.withPropertyValues("leader-election.mode=never");
	}

	/**
	 * Returns contexts that contend in real time, with a short cool-down.
	 * @param memory opens the store of each
	 */
	public static ApplicationContextRunner contending(InMemoryLeaseStoreFactory memory) {
		return RUNNER.withBean(LeaseStore.class, memory::open)
			.withPropertyValues("leader-election.namespace=orders", "leader-election.lease-duration=10s",
					"leader-election.cool-down=100ms");
	}

	/**
	 * Returns contexts that guard scheduled methods in the packages of tests.
	 * @param value what to do with these methods
	 */
	public static ApplicationContextRunner guardingScheduled(ApplicationContextRunner runner, String value) {
		return runner.withPropertyValues("leader-election.guard-scheduled=" + value)
			.withInitializer((context) -> AutoConfigurationPackages.register(
					(BeanDefinitionRegistry) context.getBeanFactory(), Declared.PACKAGE, "io.leaderelection.schedule"));
	}

	/** Asserts that annotations keep a context from starting. */
	public static void assertRefused(ApplicationContextRunner runner, String... texts) {
		assertRefused(runner, InvalidLeaderAnnotationException.class, texts);
	}

	/** Asserts that properties keep a context from starting. */
	public static void assertMisconfigured(ApplicationContextRunner runner, String... texts) {
		assertRefused(runner, LeaderElectionConfigurationException.class, texts);
	}

	private static void assertRefused(ApplicationContextRunner runner, Class<? extends Throwable> type,
			String... texts) {
		runner.run((context) -> {
			assertThat(context).hasFailed();
			Throwable cause = context.getStartupFailure();
			while (cause != null && !type.isInstance(cause)) {
				cause = cause.getCause();
			}
			assertThat(cause).isInstanceOf(type).hasMessageContainingAll(texts);
		});
	}

	/** Calls the method {@code run()} of a bean whose class has no name in the test. */
	public static @Nullable Object call(Object job) {
		Method run = ReflectionUtils.findMethod(job.getClass(), "run");
		assertThat(run).isNotNull();
		ReflectionUtils.makeAccessible(run);
		return ReflectionUtils.invokeMethod(run, job);
	}

	public static LeaderElections elections(ApplicationContext context) {
		return context.getBean(LeaderElections.class);
	}

	public static LeaderElection election(ApplicationContext context, String name) {
		return elections(context).get(name);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	public static class Scheduling {

	}

}
