/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class ContainerCallbackTests {

	@ParameterizedTest
	@ValueSource(classes = { Initialized.class, Initializing.class, Destroyed.class, Disposable.class })
	void rule17CallbackOnTheObjectItselfIsRefused(Class<?> type) {
		refused(type, "is called by the container on the object itself", "LeadershipGrantedEvent");
	}

	@Test
	void rule17StartOfALifecycleIsRefused() {
		refused(Started.class, "when the context starts or stops", "when leadership is granted");
	}

	private static void refused(Class<?> type, String why, String action) {
		Contexts.leading()
			.withBean(type)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLeaderAnnotationException.class)
				.hasMessageContaining(type.getName())
				.hasMessageContaining(why)
				.hasMessageContaining(action));
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

	static class Initialized {

		@OnLeader
		@PostConstruct
		void run() {
		}

	}

	static class Initializing implements InitializingBean {

		@Override
		@OnLeader
		public void afterPropertiesSet() {
		}

	}

	static class Destroyed {

		@OnLeader
		@PreDestroy
		void run() {
		}

	}

	static class Disposable implements DisposableBean {

		@Override
		@OnLeader
		public void destroy() {
		}

	}

	static class Started implements SmartLifecycle {

		@Override
		@OnLeader
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

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
