/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElection;
import io.leaderelection.Sneaky;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.CallObserver;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.GuardObserver;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Exceptions of the application's handlers and conventions harm no observed work.
 */
@Tag("slow")
class BrokenHandlerTests {

	private final ObservationRegistry registry = ObservationRegistry.create();

	private ApplicationContextRunner observed() {
		return Contexts.contending(new InMemoryLeaseStoreFactory(WallClock.system()))
			.withConfiguration(AutoConfigurations.of(LeaderElectionObservationAutoConfiguration.class))
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withPropertyValues("leader-election.lease-duration=1s", "leader-election.renew-interval=100ms",
					"leader-election.operation-timeout=200ms", "leader-election.safety-margin=100ms",
					"leader-election.retry-interval=100ms")
			.withBean(Job.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "start", "open", "close", "error", "stop", "supports" })
	void rule18BrokenHandlerHarmsNothing(String where) {
		BrokenHandler handler = new BrokenHandler(where);
		this.registry.observationConfig().observationHandler(handler);
		assertAllGoesOn(observed(), handler.thrown);
	}

	@Test
	void rule18BrokenConventionHarmsNothing() {
		this.registry.observationConfig().observationHandler((context) -> true);
		AtomicInteger thrown = new AtomicInteger();
		assertAllGoesOn(observed().withBean(LeaderElectionObservationConvention.class,
				() -> new LeaderElectionObservationConvention() {

					@Override
					public String getName(LeaderElectionObservationContext context) {
						thrown.incrementAndGet();
						throw new IllegalStateException("from the test");
					}

				}), thrown);
	}

	private void assertAllGoesOn(ApplicationContextRunner runner, AtomicInteger thrown) {
		runner.run((context) -> {
			Job job = context.getBean(Job.class);
			LeaderElection election = Contexts.elections(context).get("billing");
			Awaitility.await().until(election::isLeader);
			long token = election.leadership().orElseThrow().fencingToken();
			// Longer than the lease, so that it was renewed
			Awaitility.await()
				.during(Duration.ofMillis(1500))
				.atMost(Duration.ofSeconds(10))
				.until(() -> election.leadership().filter((term) -> term.fencingToken() == token).isPresent());
			assertThat(job.run()).isEqualTo("done");
			assertThat(this.registry.getCurrentObservationScope()).isNull();
			assertThat(AopTestUtils.<Job>getTargetObject(job).runs).hasPositiveValue();
			election.stepDown().toCompletableFuture().get(30, TimeUnit.SECONDS);
			Awaitility.await()
				.until(() -> election.leadership().filter((term) -> term.fencingToken() > token).isPresent());
			assertThat(thrown).hasPositiveValue();
		});
	}

	@Test
	void rule08UnopenedReactiveCallDelaysNoHandover() {
		Contexts.contending(new InMemoryLeaseStoreFactory(WallClock.system()))
			.withBean(GuardObserver.class, UnopenedCalls::new)
			.withBean(ReactiveJob.class)
			.run((context) -> {
				LeaderElection election = Contexts.elections(context).get("billing");
				Awaitility.await().until(election::isLeader);
				Mono<String> call = context.getBean(ReactiveJob.class).run();
				assertThatIllegalStateException().isThrownBy(call::block).withMessage("no scope today");
				election.stepDown().toCompletableFuture().get(60, TimeUnit.SECONDS);
				assertThat(election.status().transitions()).extracting(Transition::cause)
					.contains(TransitionCause.RELEASED)
					.doesNotContain(TransitionCause.DRAIN_TIMEOUT);
			});
	}

	static class ReactiveJob {

		@OnLeader("billing")
		Mono<String> run() {
			return Mono.just("done");
		}

	}

	private static final class UnopenedCalls implements GuardObserver, CallObserver.Call {

		@Override
		public Recorder forElection(String election) {
			return (outcome) -> {
			};
		}

		@Override
		public CallObserver forMethod(Method method, Class<?> type, String election) {
			return (reactive) -> this;
		}

		@Override
		public CallObserver.Scope open() {
			throw new IllegalStateException("no scope today");
		}

		@Override
		public Map<Object, Object> context() {
			return Map.of();
		}

		@Override
		public void end(@Nullable GuardOutcome outcome, @Nullable Throwable failure) {
			// Not of interest here
		}

	}

	/** Throws an undeclared checked exception. */
	private static final class BrokenHandler implements ObservationHandler<Observation.Context> {

		private final String where;

		private final AtomicInteger thrown = new AtomicInteger();

		BrokenHandler(String where) {
			this.where = where;
		}

		private void called(String name) {
			if (name.equals(this.where)) {
				this.thrown.incrementAndGet();
				throw Sneaky.sneak(new IOException("from the test"));
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			called("supports");
			return true;
		}

		@Override
		public void onStart(Observation.Context context) {
			called("start");
		}

		@Override
		public void onScopeOpened(Observation.Context context) {
			called("open");
		}

		@Override
		public void onScopeClosed(Observation.Context context) {
			called("close");
		}

		@Override
		public void onError(Observation.Context context) {
			called("error");
		}

		@Override
		public void onStop(Observation.Context context) {
			called("stop");
		}

	}

	static class Job {

		final AtomicInteger runs = new AtomicInteger();

		@OnLeader("billing")
		String run() {
			return "done";
		}

		@LeaderTask("billing")
		void work() {
			if (this.runs.incrementAndGet() == 1) {
				throw new IllegalStateException("once, so that there is an error");
			}
		}

	}

}
