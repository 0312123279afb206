/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.leaderelection.ElectionState;
import io.leaderelection.Sneaky;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.OnFailure;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.event.LeaderTaskStuckEvent;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import io.leaderelection.store.ElectionKey;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static io.leaderelection.guard.Contexts.assertRefused;
import static io.leaderelection.guard.Contexts.election;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class StartOnLeaderTests extends TaskHarness {

	/** Returns ways in which an application names a bean. */
	static Stream<Named<UnaryOperator<ApplicationContextRunner>>> beans() {
		return Stream
			.of(named("annotated class", (runner) -> runner.withBean(Annotated.class)),
					named("annotated method", (runner) -> runner.withUserConfiguration(
							BeanMethod.class)),
					named("property",
							(runner) -> runner.withBean("importer", ManagedBean.class)
								.withPropertyValues("leader-election.elections.billing.start=importer")),
					named("listener container",
							(runner) -> runner.withBean(OneContainer.class, () -> new OneContainer(new ManagedBean()))
								.withUserConfiguration(Containers.class)
								.withPropertyValues("listener.id=orders")));
	}

	@ParameterizedTest
	@MethodSource("beans")
	void beanIsStartedInItsTermAndStoppedBeforeTheRelease(UnaryOperator<ApplicationContextRunner> beans) {
		beans.apply(runner()).run((context) -> {
			ManagedBean bean = context.getBeanProvider(ManagedBean.class)
				.getIfAvailable(() -> context.getBean(OneContainer.class).container());
			Awaitility.await().until(bean::isRunning);
			assertThat(election(context, "billing").isLeader()).isTrue();
			stepDown(context, "billing");
			assertThat(bean.journal).startsWith("started", "stopped in its term");
			Awaitility.await().until(bean::isRunning);
			context.close();
			assertThat(bean.journal).containsExactly("started", "stopped in its term", "started",
					"stopped in its term");
		});
	}

	@Test
	void beanIsNotStartedElsewhere() {
		Contexts.following().withBean(Annotated.class).run((context) -> {
			assertThat(election(context, "billing").isLeader()).isFalse();
			assertThat(context.getBean(Annotated.class).journal).isEmpty();
		});
	}

	@Test
	void plainLifecycleIsEnough() {
		Plain bean = new Plain();
		runner().withBean(Plain.class, () -> bean).run((context) -> Awaitility.await().until(bean::isRunning));
		assertThat(bean.isRunning()).isFalse();
	}

	@Test
	void lossDuringASlowStartStopsTheBean() {
		Annotated bean = new Annotated();
		CountDownLatch mayStart = bean.holdStart();
		runner().withBean(Annotated.class, () -> bean).run((context) -> {
			bean.starting.await();
			this.memory.deleteRecord(new ElectionKey("orders", "billing"));
			Awaitility.await().until(() -> !election(context, "billing").isLeader());
			assertThat(bean.journal).isEmpty();
			mayStart.countDown();
			Awaitility.await().until(() -> bean.journal.size() >= 2);
			assertThat(bean.journal).startsWith("started", "stopped");
		});
	}

	@Test
	void handoverInASlowStartWaitsAndStops() {
		Annotated bean = new Annotated();
		CountDownLatch mayStart = bean.holdStart();
		runner().withBean(Annotated.class, () -> bean).run((context) -> {
			bean.starting.await();
			CompletableFuture<Void> done = election(context, "billing").stepDown(Duration.ofMinutes(5))
				.toCompletableFuture();
			Awaitility.await().until(() -> election(context, "billing").status().state() == ElectionState.DRAINING);
			assertThat(done).isNotDone();
			mayStart.countDown();
			done.join();
			assertThat(bean.journal).containsExactly("started", "stopped in its term");
		});
	}

	@Test
	void hangingStopIsBoundedAndReported() {
		Annotated bean = new Annotated();
		CountDownLatch mayStop = bean.holdStop();
		List<LeaderTaskStuckEvent> events = new CopyOnWriteArrayList<>();
		runner().withPropertyValues("leader-election.drain-timeout=200ms")
			.withBean(Annotated.class, () -> bean)
			.withBean(LeaderTaskTests.StuckListener.class, () -> new LeaderTaskTests.StuckListener(events))
			.run((context) -> {
				Awaitility.await().until(bean::isRunning);
				stepDown(context, "billing");
				Awaitility.await().until(() -> !events.isEmpty());
				assertThat(events.get(0).getTask()).startsWith("bean '");
				assertThat(election(context, "billing").isLeader()).isFalse();
				assertThat(bean.isRunning()).isTrue();
				mayStop.countDown();
				Awaitility.await().until(() -> bean.journal.contains("stopped"));
			});
		assertThat(events).hasSize(1);
	}

	@Test
	void containerThatHasNotStoppedYetIsNotStartedAgain(CapturedOutput output) {
		SlowContainer container = new SlowContainer();
		runner().withPropertyValues("leader-election.lease-duration=1s", "leader-election.drain-timeout=200ms")
			.withBean(SlowContainer.class, () -> container)
			.run((context) -> {
				Awaitility.await().until(container::isRunning);
				election(context, "billing").stepDown();
				Awaitility.await().until(() -> output.getOut().contains("has not ended within the drain timeout"));
				assertThat(container.isRunning()).isFalse();
				Awaitility.await().during(Duration.ofSeconds(3)).until(() -> container.starts.get() == 1);
				container.stopped.run();
				Awaitility.await().until(() -> container.starts.get() == 2);
				container.stopAtOnce = true;
			});
	}

	@Test
	void stopOfTheContextLeavesTheStopToTheHandover() {
		Annotated bean = new Annotated();
		runner().withBean(Annotated.class, () -> bean).run((context) -> {
			Awaitility.await().until(bean::isRunning);
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).stop();
			assertThat(bean.journal).containsExactly("started", "stopped in its term");
		});
	}

	@Test
	void startThatKeepsFailingHandsOver() {
		HandedOver bean = new HandedOver();
		bean.failToStart(2);
		runner().withBean(HandedOver.class, () -> bean).run((context) -> {
			Awaitility.await().until(bean::isRunning);
			assertThat(election(context, "billing").status().transitions())
				.filteredOn((transition) -> transition.cause() == TransitionCause.TASK_FAILED)
				.hasSize(1);
		});
		assertThat(bean.journal).containsExactly("failed", "failed", "started", "stopped in its term");
	}

	@Test
	void containerWhoseStartKeepsFailingHandsOver() {
		ManagedBean container = new ManagedBean();
		container.failToStart(1);
		runner().withBean(OneContainer.class, () -> new OneContainer(container))
			.withUserConfiguration(HandedOverContainers.class)
			.run((context) -> {
				Awaitility.await().until(container::isRunning);
				assertThat(election(context, "billing").status().transitions())
					.anyMatch((transition) -> transition.cause() == TransitionCause.TASK_FAILED);
			});
	}

	@Test
	@DisplayName("A bean that a restart of the context starts is stopped unless this instance leads")
	void beanThatARestartStartsIsStoppedUnlessLeading() {
		Annotated bean = new Annotated();
		runner().withPropertyValues("leader-election.mode=never")
			.withBean(Annotated.class, () -> bean)
			.run((context) -> {
				restart(context);
				assertThat(bean.journal).containsExactly("started", "stopped");
			});
	}

	@Test
	void rule18UnstoppableBeanDoesNotKeepOthersRunning(CapturedOutput output) {
		Annotated bean = new Annotated();
		Unstoppable unstoppable = new Unstoppable();
		runner().withPropertyValues("leader-election.mode=never")
			.withBean("first", Unstoppable.class, () -> unstoppable)
			.withBean("second", Annotated.class, () -> bean)
			.run((context) -> {
				restart(context);
				assertThat(bean.journal).containsExactly("started", "stopped");
				assertThat(unstoppable.isRunning()).isTrue();
				unstoppable.stoppable = true;
			});
		assertThat(output).contains("bean 'first' is running although this instance does not lead its election");
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@StartOnLeader class Job implements SmartLifecycle { public void start() { } public void stop() { } public boolean isRunning() { return false; } } | Job ... bean 'job' ... starts by itself ... isAutoStartup()
			@StartOnLeader class Job { } | Job ... bean 'job' ... not a Lifecycle ... @LeaderTask
			@StartOnLeader @Scheduled public void listen() { } | Job.listen() ... creates no bean ... id of the listener as containers
			@StartOnLeader @Scope("prototype") class Job extends io.leaderelection.task.ManagedBean { } | bean 'job' ... not a singleton ... Make the bean a singleton
			@StartOnLeader(after = 2) class Job extends io.leaderelection.task.ManagedBean { } | @StartOnLeader on ... Job has after = 2 ... Add onFailure = STEP_DOWN
			@StartOnLeader(onFailure = OnFailure.STEP_DOWN) class Job extends io.leaderelection.task.ManagedBean { } | Job has onFailure = STEP_DOWN and after = 0 ... Set after = 1
			@StartOnLeader(containers = "orders") @Configuration class Job { } | Job ... 'orders' ... neither the id of a listener container nor the name of a bean ... Known ids: none
			@StartOnLeader(containers = "${listener.id}") @Configuration class Job { } | ${listener.id} ... Define the property
			""")
	void beanNotStartableOnTheLeaderOnlyIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(runner(), job, texts);
	}

	@Test
	void beanOfContradictoryPropertiesIsRefused() {
		String billing = "leader-election.elections.billing.start=twice";
		assertRefused(runner().withBean("twice", HandedOver.class).withPropertyValues(billing),
				"bean 'twice' is started twice for election 'billing'", "differ in onFailure or after", "Name it once",
				"leader-election.elections[billing].start without");
		assertRefused(
				runner().withBean("twice", Annotated.class)
					.withPropertyValues("leader-election.elections.other.start=twice"),
				"bean 'twice'", "two elections", "'billing'", "'other'", "Name it for one election");
		assertRefused(runner().withPropertyValues("leader-election.elections.other.start=nothing"),
				"leader-election.elections[other].start", "'nothing'");
	}

	@StartOnLeader("billing")
	static class Annotated extends ManagedBean {

	}

	@StartOnLeader(value = "billing", onFailure = OnFailure.STEP_DOWN, after = 2)
	static class HandedOver extends ManagedBean {

	}

	@StartOnLeader
	static class Plain implements Lifecycle {

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	@StartOnLeader("billing")
	static class Unstoppable extends Plain {

		private volatile boolean stoppable;

		@Override
		public void stop() {
			if (!this.stoppable) {
				throw Sneaky.sneak(new IOException("from the test"));
			}
			super.stop();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BeanMethod {

		@Bean
		@StartOnLeader("billing")
		ManagedBean importer() {
			return new ManagedBean();
		}

	}

	@Configuration
	@StartOnLeader(value = "billing", containers = "${listener.id}")
	static class Containers {

	}

	@Configuration
	@StartOnLeader(value = "billing", containers = "orders", onFailure = OnFailure.STEP_DOWN, after = 1)
	static class HandedOverContainers {

	}

	record OneContainer(ManagedBean container) implements ListenerContainers {

		@Override
		public Lifecycle find(String id) {
			return "orders".equals(id) ? this.container : null;
		}

		@Override
		public List<String> ids() {
			return List.of("orders");
		}

	}

	/** Reports that it is not running long before its consumers have left. */
	@StartOnLeader("billing")
	static class SlowContainer implements SmartLifecycle {

		final AtomicInteger starts = new AtomicInteger();

		volatile boolean stopAtOnce;

		volatile Runnable stopped = () -> {
		};

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
			this.starts.incrementAndGet();
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public void stop(Runnable callback) {
			this.running = false;
			this.stopped = callback;
			if (this.stopAtOnce) {
				callback.run();
			}
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public boolean isAutoStartup() {
			return false;
		}

	}

}
