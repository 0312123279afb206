/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.Features;
import io.leaderelection.LeaderElections;
import io.leaderelection.micrometer.LeaderElectionMetrics;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

class BeanNamesTests {

	/** Names the component {@code leader} of the health. */
	private static final String HEALTH = "leaderHealthContributor";

	private static Stream<Class<?>> withNested(Class<?> type) {
		return Stream.concat(Stream.of(type), Stream.of(type.getDeclaredClasses()).flatMap(BeanNamesTests::withNested));
	}

	private static List<Method> beanMethods() throws ClassNotFoundException {
		List<Method> methods = new ArrayList<>();
		for (String name : ImportCandidates.load(AutoConfiguration.class, BeanNamesTests.class.getClassLoader())) {
			if (name.startsWith("io.leaderelection.")) {
				withNested(Class.forName(name)).flatMap((type) -> Stream.of(type.getDeclaredMethods()))
					.filter((method) -> method.isAnnotationPresent(Bean.class))
					.forEach(methods::add);
			}
		}
		return methods;
	}

	@Test
	void noBeanHasANameThatABeanOfTheApplicationMayHave() throws ClassNotFoundException {
		assertThat(beanMethods()).hasSizeGreaterThan(15)
			.filteredOn((method) -> !method.getName().equals(HEALTH))
			.allSatisfy((method) -> assertThat(method.getAnnotation(Bean.class).value()).as(method.toString())
				.containsExactly(BeanNames.PREFIX + method.getName()));
	}

	@Test
	void beansOfTheApplicationMayBeNamedLikeTypesOfThisLibrary() throws ClassNotFoundException {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(Features.and(LeaderElectionMetricsAutoConfiguration.class))
			.withPropertyValues("leader-election.mode=never")
			.withBean(SimpleMeterRegistry.class);
		for (Method method : beanMethods()) {
			runner = runner.withBean(method.getName(), String.class, () -> "the application's");
		}
		runner.run((context) -> assertThat(context).hasNotFailed()
			.hasSingleBean(LeaderElections.class)
			.hasSingleBean(LeaderElectionMetrics.class));
	}

}
