/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.ReducedClassPath;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.SteppedElection;
import io.leaderelection.micrometer.LeaderElectionMetrics;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for observations with a registry of the application. The registry checks that
 * each observation is started and stopped once, and that its scopes are closed then.
 */
class ObservationTests {

	private static final String GUARDED_CALL = "leader.election.guarded.call";

	private static final String TASK = "leader.election.task";

	private static final String HANDOVER = "leader.election.handover";

	private static final String STORE_CALL = "leader.election.store.call";

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private ApplicationContextRunner observed(ApplicationContextRunner runner) {
		return runner.withConfiguration(AutoConfigurations.of(LeaderElectionObservationAutoConfiguration.class))
			.withBean(ObservationRegistry.class, () -> this.registry);
	}

	private TestObservationRegistryAssert.TestObservationRegistryAssertReturningObservationContextAssert only(
			String name) {
		assertThat(this.registry).hasNumberOfObservationsWithNameEqualTo(name, 1);
		return assertThat(this.registry).hasObservationWithNameEqualTo(name).that();
	}

	private void assertOutcomes(String... outcomes) {
		assertThat(this.registry).hasHandledContextsThatSatisfy((contexts) -> assertThat(contexts)
			.filteredOn((context) -> context instanceof GuardedCallObservationContext)
			.extracting((context) -> ((GuardedCallObservationContext) context).getOutcome())
			.containsExactly(outcomes));
		assertThat(this.registry.getCurrentObservationScope()).isNull();
	}

	@Test
	void guardedCallIsObservedWithItsKeysAndParent() {
		observed(Contexts.leading()).withBean(Job.class).run((context) -> {
			Observation request = Observation.start("request", this.registry);
			try (Observation.Scope scope = request.openScope()) {
				context.getBean(Job.class).run();
			}
			finally {
				request.stop();
			}
			only(GUARDED_CALL).hasBeenStarted()
				.hasBeenStopped()
				.doesNotHaveError()
				.hasParentObservationEqualTo(request)
				.hasContextualNameEqualTo("on-leader Job.run")
				.hasOnlyKeys("election", "code.namespace", "code.function", "outcome", "partition")
				.hasLowCardinalityKeyValue("election", "billing")
				.hasLowCardinalityKeyValue("code.namespace", Job.class.getName())
				.hasLowCardinalityKeyValue("code.function", "run")
				.hasLowCardinalityKeyValue("outcome", "executed")
				.hasHighCardinalityKeyValue("partition", "none");
			assertThat(this.registry).hasObservationWithNameEqualTo("inner")
				.that()
				.hasParentObservationContextMatching((parent) -> parent instanceof GuardedCallObservationContext);
		});
	}

	@Test
	void failureIsTheErrorOfTheCall() {
		observed(Contexts.leading()).withBean(Job.class).run((context) -> {
			assertThatIllegalStateException().isThrownBy(context.getBean(Job.class)::fail);
			only(GUARDED_CALL).hasBeenStopped()
				.hasLowCardinalityKeyValue("outcome", "executed")
				.assertThatError()
				.hasMessage("of its own");
			assertOutcomes("executed");
		});
	}

	@Test
	void skippedAndRefusedCallsAreObserved() {
		observed(Contexts.following()).withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			job.run();
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(job::refused);
			assertThat(job.future()).isCompletedWithValue(null);
			assertThat(job.mono().block()).isNull();
			assertOutcomes("vacant", "rejected", "vacant", "vacant");
			assertThat(this.registry)
				.hasAnObservation((call) -> call.assertThatError().isInstanceOf(NotLeaderException.class));
		});
	}

	@Test
	void observationLastsUntilTheFutureIsComplete() {
		observed(Contexts.leading()).withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			CompletableFuture<String> result = job.future();
			assertThat(this.registry.getCurrentObservation()).isNull();
			only(GUARDED_CALL).isNotStopped().hasLowCardinalityKeyValue("outcome", "unknown");
			AopTestUtils.<Job>getTargetObject(job).work.completeExceptionally(new IllegalStateException("of its own"));
			assertThat(result).isCompletedExceptionally();
			only(GUARDED_CALL).hasBeenStopped().assertThatError().hasMessage("of its own");
			assertOutcomes("executed");
		});
	}

	static Stream<Function<DefaultJob, CompletableFuture<String>>> work() {
		return Stream.of(DefaultJob::future, (job) -> job.unending().toFuture());
	}

	@ParameterizedTest
	@MethodSource("work")
	void lossIsTheErrorOfTheWork(Function<DefaultJob, CompletableFuture<String>> start) {
		SteppedElection stepped = new SteppedElection();
		stepped.leading((runner) -> observed(runner).withBean(DefaultJob.class), (context) -> {
			CompletableFuture<String> work = start.apply(context.getBean(DefaultJob.class));
			stepped.lose();
			assertThat(work).isCompletedExceptionally();
			only(GUARDED_CALL).hasBeenStopped()
				.hasLowCardinalityKeyValue("outcome", "interrupted")
				.assertThatError()
				.isInstanceOf(LeadershipLostException.class);
		});
	}

	@Test
	void tasksWithoutANameShareOneKeyValue() {
		observed(Contexts.leading()).run((context) -> {
			LeaderElection election = Contexts.elections(context).get("default");
			election.runWhileLeader((leadership) -> {
			});
			Awaitility.await()
				.untilAsserted(() -> only(TASK).hasBeenStopped().hasLowCardinalityKeyValue("task", "none"));
		});
	}

	@Test
	void reactiveCallIsObservedFromSubscriptionToItsEnd() {
		observed(Contexts.leading()).withBean(Job.class).run((context) -> {
			Mono<String> mono = context.getBean(Job.class).mono();
			assertThat(this.registry).doesNotHaveAnyRemainingCurrentObservation();
			Observation request = Observation.start("request", this.registry);
			mono.contextWrite((own) -> own.put(ObservationThreadLocalAccessor.KEY, request)).block();
			request.stop();
			only(GUARDED_CALL).hasBeenStopped().hasParentObservationEqualTo(request);
			assertOutcomes("executed");
			assertThat(AopTestUtils.<Job>getTargetObject(context.getBean(Job.class)).seen).isEqualTo(GUARDED_CALL);
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(Job.class).failing().blockLast());
			assertOutcomes("executed", "executed");
			assertThat(this.registry).hasAnObservation((call) -> call.assertThatError().hasMessage("of its own"));
		});
	}

	@Test
	void waitThatIsCancelledEndsTheObservation() {
		SteppedElection stepped = new SteppedElection();
		stepped.following((runner) -> observed(runner).withBean(DefaultJob.class), (context) -> {
			Disposable subscription = context.getBean(DefaultJob.class).waiting().subscribe();
			only(GUARDED_CALL).isNotStopped();
			subscription.dispose();
			only(GUARDED_CALL).hasBeenStopped();
			assertOutcomes("not_called");
		});
	}

	@Test
	void taskRunsAreObserved() {
		observed(Contexts.leading()).withBean("tasks", Tasks.class).run((context) -> {
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.registry).hasAnObservation((run) -> run.hasNameEqualTo(TASK)
					.hasLowCardinalityKeyValue("outcome", "failed")
					.assertThatError()
					.hasMessage("once")));
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.registry).hasAnObservation((run) -> run.hasNameEqualTo(TASK)
					.doesNotHaveError()
					.hasOnlyKeys("election", "task", "outcome", "partition", "fencing.token")
					.hasContextualNameEqualTo("leader-task tasks.work")
					.hasLowCardinalityKeyValue("election", "billing")
					.hasLowCardinalityKeyValue("task", "tasks.work")
					.hasLowCardinalityKeyValue("outcome", "completed")));
			assertThat(this.registry).hasObservationWithNameEqualTo("inner")
				.that()
				.hasParentObservationContextMatching((parent) -> parent instanceof TaskObservationContext);
		});
	}

	@Test
	void handoverIsObservedAndEndsTaskObservations() {
		observed(Contexts.leading()).withBean("tasks", EndlessTask.class).run((context) -> {
			assertThat(context.getBean(EndlessTask.class).begun.await(30, TimeUnit.SECONDS)).isTrue();
			LeaderElection election = Contexts.elections(context).get("billing");
			election.stepDown(Duration.ofMinutes(1)).toCompletableFuture().get(30, TimeUnit.SECONDS);
			Awaitility.await().untilAsserted(() -> {
				only(HANDOVER).hasBeenStopped()
					.doesNotHaveError()
					.doesNotHaveParentObservation()
					.hasContextualNameEqualTo("handover billing")
					.hasOnlyKeys("election", "cause", "outcome", "partition", "fencing.token")
					.hasLowCardinalityKeyValue("election", "billing")
					.hasLowCardinalityKeyValue("cause", "step_down")
					.hasLowCardinalityKeyValue("outcome", "released");
				only(TASK).hasBeenStopped().doesNotHaveError().hasLowCardinalityKeyValue("outcome", "ended");
			});
		});
	}

	@Test
	void handoverThatReleasesNothingHasAnError() {
		SteppedElection stepped = new SteppedElection();
		LeaderElectionObservations observations = observations(this.registry);
		stepped.leading(DefaultJob.class, (job, its) -> {
			stepped.election().addListener(observations);
			job.future();
			stepped.stepDown();
			stepped.pass();
			its.work.complete("late");
			stepped.pass();
			assertThat(this.registry).hasAnObservation((handover) -> handover.hasNameEqualTo(HANDOVER)
				.hasLowCardinalityKeyValue("outcome", "drain_timeout")
				.assertThatError()
				.isInstanceOf(LeadershipLostException.class)
				.hasMessageContaining("not released"));
		});
	}

	private static LeaderElectionObservations observations(ObservationRegistry registry) {
		return new LeaderElectionObservations(() -> registry, () -> {
			throw new IllegalStateException("not needed");
		}, new LeaderElectionObservationConvention());
	}

	@Test
	void partitionIsNotALowCardinalityKey() {
		observed(Contexts.leading()).withPropertyValues("leader-election.elections.orders.partitions=2")
			.withBean("tasks", PartitionedJob.class)
			.run((context) -> {
				Awaitility.await()
					.untilAsserted(() -> assertThat(this.registry).hasNumberOfObservationsWithNameEqualTo(TASK, 2));
				assertThat(this.registry).forAllObservationsWithNameEqualTo(TASK,
						(run) -> run.hasLowCardinalityKeyValue("task", "tasks.work")
							.hasLowCardinalityKeyValue("election", "orders"));
				assertThat(this.registry)
					.hasAnObservation((run) -> run.hasNameEqualTo(TASK).hasHighCardinalityKeyValue("partition", "1"));
			});
	}

	@Test
	void storeCallsAreObservedOnTheirThread() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		ObservedStore store = new ObservedStore();
		observed(Contexts.contending(memory))
			.withBean("observed", LeaseStore.class, () -> store.over(memory.open(), this.registry))
			.withBean(Job.class)
			.withInitializer((context) -> ObservedStore.makePrimary(context, "observed"))
			.run((context) -> {
				Awaitility.await().until(() -> Contexts.elections(context).get("billing").isLeader());
				assertThat(store.seen).contains(STORE_CALL);
				assertThat(this.registry).hasAnObservation((call) -> call.hasNameEqualTo(STORE_CALL)
					.doesNotHaveError()
					.doesNotHaveParentObservation()
					.hasContextualNameEqualTo("lease-store acquire")
					.hasOnlyKeys("operation", "backend", "outcome", "commands")
					.hasLowCardinalityKeyValue("operation", "acquire")
					.hasLowCardinalityKeyValue("backend", "custom")
					.hasLowCardinalityKeyValue("outcome", "success"));
				store.failing = true;
				Awaitility.await()
					.atMost(Duration.ofSeconds(30))
					.untilAsserted(() -> assertThat(this.registry)
						.hasAnObservation((call) -> call.hasLowCardinalityKeyValue("operation", "renew")
							.hasLowCardinalityKeyValue("outcome", "failure")
							.assertThatError()
							.hasMessage("no store today")));
				store.failing = false;
			});
	}

	@Test
	void conventionOfTheApplicationReplacesTheDefaultOne() {
		observed(Contexts.leading()).withBean(Job.class)
			.withBean(LeaderElectionObservationConvention.class, () -> new LeaderElectionObservationConvention() {

				@Override
				public String getName(LeaderElectionObservationContext context) {
					return (context instanceof GuardedCallObservationContext) ? "own" : super.getName(context);
				}

				@Override
				public KeyValues getLowCardinalityKeyValues(LeaderElectionObservationContext context) {
					return super.getLowCardinalityKeyValues(context).and("team", "billing");
				}

			})
			.run((context) -> {
				context.getBean(Job.class).run();
				only("own").hasLowCardinalityKeyValue("team", "billing")
					.hasLowCardinalityKeyValue("outcome", "executed");
				assertThat(this.registry).hasNumberOfObservationsWithNameEqualTo(GUARDED_CALL, 0)
					.hasObservationWithNameEqualTo(STORE_CALL);
			});
	}

	@Test
	void keysAreDocumented() {
		observed(Contexts.leading()).withBean(Job.class).withBean("tasks", Tasks.class).run((context) -> {
			context.getBean(Job.class).run();
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.registry).hasNumberOfObservationsWithNameEqualTo(TASK, 2));
			Contexts.elections(context).get("billing").stepDown().toCompletableFuture().get(30, TimeUnit.SECONDS);
			Awaitility.await().untilAsserted(() -> assertThat(this.registry).hasObservationWithNameEqualTo(HANDOVER));
			List.of(GUARDED_CALL, TASK, HANDOVER, STORE_CALL).forEach((name) -> {
				LeaderElectionObservationDocumentation documented = LeaderElectionObservationDocumentation
					.valueOf(name.substring("leader.election.".length()).replace('.', '_').toUpperCase(Locale.ROOT));
				assertThat(this.registry).forAllObservationsWithNameEqualTo(name, (one) -> {
					one.hasSubsetOfKeys(ObservedStore.names(documented.getLowCardinalityKeyNames(),
							documented.getHighCardinalityKeyNames()));
					for (KeyName key : documented.getLowCardinalityKeyNames()) {
						one.hasLowCardinalityKeyValueWithKey(key.asString());
					}
				});
			});
		});
	}

	@Test
	void nothingIsObservedWithoutARegistry() {
		Contexts.leading()
			.withConfiguration(AutoConfigurations.of(LeaderElectionObservationAutoConfiguration.class))
			.withBean(Job.class, () -> new Job(this.registry))
			.run((context) -> {
				assertThat(context).doesNotHaveBean(LeaderElectionObservations.class);
				context.getBean(Job.class).run();
				assertThat(this.registry).hasNumberOfObservationsEqualTo(1).hasObservationWithNameEqualTo("inner");
			});
	}

	@Test
	void methodsAreNotObservedByTheNoopRegistry() throws Exception {
		assertThat(observations(ObservationRegistry.NOOP).forMethod(Job.class.getDeclaredMethod("run"), Job.class,
				"billing"))
			.isNull();
	}

	@Test
	void metersOfStoreCallsAreNotDuplicated() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		Contexts.leading()
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class, ObservationAutoConfiguration.class,
					LeaderElectionObservationAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class,
					MicrometerMetricsHandler.class))
			.withBean(SimpleMeterRegistry.class, () -> meters)
			.withBean("tasks", EndlessTask.class)
			.withBean(DefaultJob.class)
			.run((context) -> {
				assertThat(context.getBean(EndlessTask.class).begun.await(30, TimeUnit.SECONDS)).isTrue();
				context.getBean(DefaultJob.class).waiting().block();
				assertThat(meters.get(GUARDED_CALL).tag("outcome", "executed").tag("error", "none").timer().count())
					.isOne();
				assertThat(meters.get(TASK + ".active").longTaskTimer().activeTasks()).isOne();
				assertThat(meters.get("leader.election.operation").tag("operation", "acquire").timer().count())
					.isPositive();
				assertThat(meters.getMeters()).extracting((meter) -> meter.getId().getName())
					.noneMatch((name) -> name.startsWith(STORE_CALL));
			});
	}

	@Test
	void propertyOfSpringBootDisablesAnObservation() {
		observed(Contexts.leading()).withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
			.withPropertyValues("management.observations.enable.leader.election.task=false")
			.withBean("tasks", EndlessTask.class)
			.withBean(DefaultJob.class)
			.run((context) -> {
				assertThat(context.getBean(EndlessTask.class).begun.await(30, TimeUnit.SECONDS)).isTrue();
				context.getBean(DefaultJob.class).waiting().block();
				only(GUARDED_CALL).hasBeenStopped();
				assertThat(this.registry).hasNumberOfObservationsWithNameEqualTo(TASK, 0);
			});
	}

	@Test
	void classPathWithoutObservationHasMetersOnly() throws Exception {
		Contexts.leading()
			.withConfiguration(AutoConfigurations.of(LeaderElectionObservationAutoConfiguration.class,
					LeaderElectionMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.withClassLoader(new FilteredClassLoader("io.micrometer.observation"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LeaderElectionMetrics.class)
				.doesNotHaveBean("io.leaderelection.leaderElectionObservations"));
		ReducedClassPath.check(WithoutObservation.class, "io.micrometer.observation.Observation",
				"micrometer-observation");
	}

	/** Spring Boot's own handler is in a module that this one does not depend on. */
	@Configuration(proxyBeanMethods = false)
	static class MicrometerMetricsHandler {

		@Bean
		DefaultMeterObservationHandler meterObservationHandler(MeterRegistry registry) {
			return new DefaultMeterObservationHandler(registry);
		}

	}

	/** Guarded methods. */
	static class Job {

		private final ObservationRegistry registry;

		@Nullable String seen;

		final CompletableFuture<String> work = new CompletableFuture<>();

		Job(ObservationRegistry registry) {
			this.registry = registry;
		}

		private void observe() {
			Observation.createNotStarted("inner", this.registry).observe(() -> {
			});
		}

		@OnLeader("billing")
		void run() {
			observe();
		}

		@OnLeader("billing")
		void fail() {
			throw new IllegalStateException("of its own");
		}

		@OnLeader(election = "billing", otherwise = Otherwise.THROW)
		void refused() {
		}

		@OnLeader("billing")
		CompletableFuture<String> future() {
			return this.work;
		}

		@OnLeader("billing")
		Mono<String> mono() {
			return Mono.deferContextual((context) -> {
				Observation observation = context.get(ObservationThreadLocalAccessor.KEY);
				this.seen = observation.getContext().getName();
				return Mono.just("done");
			});
		}

		@OnLeader("billing")
		Flux<String> failing() {
			return Flux.error(new IllegalStateException("of its own"));
		}

	}

	/** Guarded by the default election. */
	static class DefaultJob {

		final CompletableFuture<String> work = new CompletableFuture<>();

		@OnLeader
		CompletableFuture<String> future() {
			return this.work;
		}

		@OnLeader
		Mono<String> unending() {
			return Mono.never();
		}

		@OnLeader(waitForLeader = "1h")
		Mono<String> waiting() {
			return Mono.just("done");
		}

	}

	/** Fails at its first run. */
	static class Tasks {

		@Autowired
		@Nullable ObservationRegistry registry;

		private boolean failed;

		@LeaderTask("billing")
		void work() {
			if (!this.failed) {
				this.failed = true;
				throw new IllegalStateException("once");
			}
			Observation.createNotStarted("inner", this.registry).observe(() -> {
			});
		}

	}

	/** Runs until it is interrupted. */
	static class EndlessTask {

		final CountDownLatch begun = new CountDownLatch(1);

		@LeaderTask("billing")
		void work(Leadership leadership) throws InterruptedException {
			this.begun.countDown();
			leadership.awaitEnd(Duration.ofHours(1));
		}

	}

	/** Runs in each partition. */
	static class PartitionedJob {

		@LeaderTask("orders")
		void work() {
		}

	}

}
