/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.leaderelection.Features;
import io.leaderelection.actuate.LeaderElectionEndpointAutoConfiguration;
import io.leaderelection.actuate.LeaderElectionHealthContributorAutoConfiguration;
import io.leaderelection.actuate.LeaderElectionsDescriptor;
import io.leaderelection.annotation.OnEveryInstance;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.autoconfigure.ElectionProperties;
import io.leaderelection.autoconfigure.LeaderElectionProperties;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.InputStreamSource;
import org.springframework.javapoet.ClassName;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the result of ahead-of-time processing. {@code AheadOfTimeIT} runs the sample on
 * it.
 */
class AheadOfTimeTests {

	private static final ReflectionHintsPredicates reflection = RuntimeHintsPredicates.reflection();

	private static final InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();

	private static final List<Class<?>> GUARDED = List.of(Job.class, GuardedAsAWhole.class, ByMetaAnnotation.class,
			ByProperty.class);

	private static RuntimeHints hints;

	/** Once, because a process can define a proxy class only once. */
	@BeforeAll
	static void process() {
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get("com.example", "Application")), files);
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		// Settings of the build machine, which must not affect the machine that runs it
		TestPropertyValues.of("leader-election.backend=unknown", "leader-election.mode=elect",
				"leader-election.guard-scheduled=leader", "management.endpoints.web.exposure.include=leader,leadergate")
			.applyTo(context);
		context.register(Configurations.getClasses(Features.and(LeaderElectionEndpointAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class)));
		context.register(Application.class);
		AutoConfigurationPackages.register(context, AheadOfTimeTests.class.getPackageName());
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		generation.writeGeneratedContent();
		hints = generation.getRuntimeHints();
	}

	@Test
	void proxiesAreCreatedAheadOfTime() {
		Map<String, ?> classes = files.getGeneratedFiles(Kind.CLASS);
		for (Class<?> type : GUARDED) {
			assertThat(classes.keySet())
				.anyMatch((name) -> name.startsWith(type.getName().replace('.', '/') + "$$SpringCGLIB$$"));
		}
		assertThat(classes.keySet()).noneMatch((name) -> name.contains("Unguarded"));
	}

	@Test
	void guardedMethodsCanBeCalled() {
		for (Class<?> type : GUARDED) {
			Method run = ReflectionUtils.findMethod(type, "run");
			assertThat(reflection.onMethodInvocation(run)).accepts(hints);
		}
	}

	@Test
	void propertiesCanBeBound() {
		for (Class<?> type : new Class<?>[] { LeaderElectionProperties.class, LeaderElectionProperties.Metrics.class,
				ElectionProperties.class }) {
			assertThat(type.getDeclaredConstructors()).isNotEmpty()
				.allMatch((constructor) -> reflection.onConstructorInvocation(constructor).test(hints));
		}
	}

	@Test
	void responsesOfTheEndpointCanBeSerialized() {
		assertThat(reflection.onType(LeaderElectionsDescriptor.class)).accepts(hints);
	}

	@Test
	void buildTimeSettingsAreNotKept() throws IOException {
		Map<String, InputStreamSource> sources = files.getGeneratedFiles(Kind.SOURCE);
		assertThat(sources).isNotEmpty();
		for (InputStreamSource source : sources.values()) {
			try (InputStream in = source.getInputStream()) {
				assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).doesNotContain("unknown");
			}
		}
	}

	@Configuration(proxyBeanMethods = false)
	@Import({ Job.class, GuardedAsAWhole.class, ByMetaAnnotation.class, ByProperty.class, Unguarded.class })
	static class Application {

	}

	static class Job {

		@OnLeader("billing")
		void run() {
		}

	}

	@OnLeader
	static class GuardedAsAWhole {

		void run() {
		}

	}

	static class ByMetaAnnotation {

		@Nightly
		void run() {
		}

	}

	@OnLeader("nightly")
	@Retention(RetentionPolicy.RUNTIME)
	@interface Nightly {

	}

	static class ByProperty {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	static class Unguarded {

		@Scheduled(cron = "@daily")
		@OnEveryInstance
		void run() {
		}

	}

}
