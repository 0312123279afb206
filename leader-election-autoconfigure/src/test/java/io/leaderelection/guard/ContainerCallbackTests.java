/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.annotation.OnLeader;
import jakarta.annotation.PostConstruct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class ContainerCallbackTests {

	@ParameterizedTest
	@DeclaredJobs("""
			@OnLeader @PostConstruct void run() { }
			@OnLeader @PreDestroy void run() { }
			class Job implements InitializingBean { @OnLeader public void afterPropertiesSet() { } }
			class Job implements DisposableBean { @OnLeader public void destroy() { } }
			""")
	void rule17CallbackOnTheObjectItselfIsRefused(Class<?> job) {
		Declared.assertRefused(Contexts.leading(), job,
				"Job ... is called by the container on the object itself ... LeadershipGrantedEvent");
	}

	@Test
	void rule17StartOfALifecycleIsRefused() {
		Declared.assertRefused(Contexts.leading(), Declared.job("""
				class Job implements SmartLifecycle {
					@OnLeader public void start() { }
					public void stop() { }
					public boolean isRunning() { return false; }
				}"""), "Job ... when the context starts or stops ... when leadership is granted");
	}

	@Test
	void callbackOfAGuardedTypeIsAccepted() {
		Contexts.following().withBean(GuardedType.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(GuardedType.class).initialized()).isFalse();
		});
		Contexts.leading()
			.withBean(GuardedType.class)
			.run((context) -> assertThat(context.getBean(GuardedType.class).initialized()).isTrue());
	}

	@ParameterizedTest
	@ValueSource(classes = { CommandLineJob.class, ApplicationJob.class })
	void runnerCausesAWarning(Class<?> type, CapturedOutput output) {
		Contexts.leading()
			.withBean(type)
			.run((context) -> assertThat(output)
				.contains(type.getName() + ".run() runs before the application is ready"));
	}

	@OnLeader
	static class GuardedType {

		private boolean initialized;

		@PostConstruct
		public void initialize() {
			this.initialized = true;
		}

		public boolean initialized() {
			return this.initialized;
		}

	}

	static class CommandLineJob implements CommandLineRunner {

		@Override
		@OnLeader
		public void run(String... arguments) {
		}

	}

	static class ApplicationJob implements ApplicationRunner {

		@Override
		@OnLeader(waitForLeader = "30s")
		public void run(ApplicationArguments arguments) {
		}

	}

}
