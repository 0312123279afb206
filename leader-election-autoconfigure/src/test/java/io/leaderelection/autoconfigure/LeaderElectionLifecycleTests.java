/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElections;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.guard.Contexts;
import io.leaderelection.testkit.ManualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionLifecycleTests {

	private final ElectionEngine engine = ElectionEngineBuilder.neverLeading().build();

	private final GenericApplicationContext context = new GenericApplicationContext();

	private final ManualTime time = new ManualTime();

	private LeaderElectionLifecycle lifecycle;

	private LeaderElectionLifecycle withoutEngine;

	@BeforeEach
	void create() {
		this.lifecycle = lifecycle(this.engine);
		this.withoutEngine = lifecycle(null);
	}

	private LeaderElectionLifecycle lifecycle(@Nullable ElectionEngine engine) {
		LeaderElectionSettings settings = new SettingsResolver(new MockEnvironment()).resolve();
		return new LeaderElectionLifecycle(engine, null, settings, this.context, this.time);
	}

	@AfterEach
	void close() {
		this.engine.close();
	}

	private void startedBySpringApplication() {
		this.context.getBeanFactory().registerSingleton("springApplicationArguments", new Object());
	}

	private static ApplicationReadyEvent ready(ConfigurableApplicationContext context) {
		return new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO);
	}

	@Test
	void stopsImmediatelyWithoutAnEngine() {
		this.withoutEngine.start();
		AtomicBoolean stopped = new AtomicBoolean();
		this.withoutEngine.stop(() -> stopped.set(true));
		assertThat(stopped).isTrue();
		assertThat(this.withoutEngine.isRunning()).isFalse();
	}

	@Test
	void rule13WaitsForReady(CapturedOutput output) {
		startedBySpringApplication();
		this.lifecycle.start();
		assertThat(this.engine.isRunning()).isFalse();
		this.lifecycle.onApplicationEvent(ready(this.context));
		assertThat(this.engine.isRunning()).isTrue();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(output).doesNotContain("Not contending yet");
	}

	@Test
	void rule13IgnoresReadinessOfAChildContext() {
		startedBySpringApplication();
		this.lifecycle.start();
		this.lifecycle.onApplicationEvent(ready(new GenericApplicationContext(this.context)));
		assertThat(this.engine.isRunning()).isFalse();
	}

	@Test
	void rule13CloseOfTheContextEndsContending() {
		this.lifecycle.start();
		this.lifecycle.onApplicationEvent(new ContextClosedEvent(this.context));
		assertThat(this.engine.isRunning()).isFalse();
	}

	@Test
	void rule13ReadyAfterCloseStartsNothing() {
		startedBySpringApplication();
		this.lifecycle.start();
		this.lifecycle.onApplicationEvent(new ContextClosedEvent(this.context));
		this.lifecycle.onApplicationEvent(ready(this.context));
		assertThat(this.engine.isRunning()).isFalse();
	}

	@Test
	void rule13RestartDoesNotWaitForReadyAgain() {
		startedBySpringApplication();
		this.lifecycle.start();
		this.lifecycle.stop();
		this.lifecycle.start();
		assertThat(this.engine.isRunning()).isTrue();
	}

	@Test
	void stopCallsBackOnce() {
		this.lifecycle.start();
		CompletableFuture<Void> called = new CompletableFuture<>();
		this.lifecycle.stop(() -> assertThat(called.complete(null)).isTrue());
		assertThat(called).succeedsWithin(Duration.ofSeconds(30));
		assertThat(this.lifecycle.isRunning()).isFalse();
	}

	@Test
	void rule18StopCallsBackAlthoughTheHandoverCannotBegin() {
		ElectionEngine failing = (ElectionEngine) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ElectionEngine.class }, (proxy, method, arguments) -> {
					throw new IllegalStateException("from the test");
				});
		LeaderElectionLifecycle lifecycle = lifecycle(failing);
		AtomicInteger calls = new AtomicInteger();
		assertThatIllegalStateException().isThrownBy(() -> lifecycle.stop(calls::incrementAndGet));
		assertThat(calls).hasValue(1);
	}

	@Test
	void rule13StartsLastAndStopsFirst() {
		assertThat(this.lifecycle.getPhase()).isEqualTo(SmartLifecycle.DEFAULT_PHASE).isEqualTo(Integer.MAX_VALUE);
	}

	@Test
	void contendsOnceRunnersHaveReturned() {
		try (ConfigurableApplicationContext started = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("leader-election.mode=always", "spring.main.banner-mode=off")
			.run()) {
			assertThat(started.getBean(Application.class).leadingInRunner).isFalse();
			assertThat(started.getBean(LeaderElections.class).get("default").isLeader()).isTrue();
		}
	}

	@Test
	void contextsInOneProcessAreTwoCandidates() {
		Contexts.following()
			.run((one) -> Contexts.following()
				.run((other) -> assertThat(Contexts.elections(one).instance())
					.isNotEqualTo(Contexts.elections(other).instance())));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		private boolean leadingInRunner;

		@Bean
		ApplicationRunner runner(LeaderElections elections) {
			return (arguments) -> this.leadingInRunner = elections.get("default").isLeader();
		}

	}

}
