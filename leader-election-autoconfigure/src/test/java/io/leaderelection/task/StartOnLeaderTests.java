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

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.Sneaky;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.OnFailure;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.event.LeaderTaskStuckEvent;
import io.leaderelection.guard.Contexts;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(40)
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class StartOnLeaderTests {

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	@BeforeAll
	static void patience() {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
	}

	private ApplicationContextRunner runner() {
		return Contexts.contending(this.memory);
	}

	private static LeaderElection election(ApplicationContext context, String name) {
		return Contexts.elections(context).get(name);
	}

	private static void assertRefused(ApplicationContextRunner runner, String... texts) {
		Contexts.assertRefused(runner, InvalidLeaderAnnotationException.class, texts);
	}

	@Test
	void beanIsStartedInItsTermAndStoppedBeforeTheRelease() {
		Annotated bean = new Annotated();
		runner().withBean(Annotated.class, () -> bean).run((context) -> {
			Awaitility.await().until(() -> bean.journal.size() == 1);
			assertThat(election(context, "billing").isLeader()).isTrue();
			election(context, "billing").stepDown().toCompletableFuture().join();
			assertThat(bean.journal).startsWith("started", "stopped in its term");
			Awaitility.await().until(() -> bean.journal.size() == 3);
		});
		assertThat(bean.journal).containsExactly("started", "stopped in its term", "started", "stopped in its term");
	}

	@Test
	void beanIsNotStartedElsewhere() {
		Annotated leading = new Annotated();
		Annotated following = new Annotated();
		runner().withBean(Annotated.class, () -> leading).run((leader) -> {
			Awaitility.await().until(leading::isRunning);
			runner().withBean(Annotated.class, () -> following).run((follower) -> {
				LeaderElection seen = election(follower, "billing");
				Awaitility.await().until(() -> seen.leader().isPresent());
				assertThat(seen.status().state()).isEqualTo(ElectionState.FOLLOWER);
				assertThat(following.isRunning()).isFalse();
			});
		});
		assertThat(following.journal).isEmpty();
	}

	@Test
	void beanMethodIsEnough() {
		runner().withUserConfiguration(BeanMethod.class).run((context) -> {
			ManagedBean bean = context.getBean(ManagedBean.class);
			Awaitility.await().until(bean::isRunning);
			assertThat(election(context, "reports").isLeader()).isTrue();
		});
	}

	@Test
	void plainLifecycleIsEnough() {
		Plain bean = new Plain();
		runner().withBean(Plain.class, () -> bean).run((context) -> Awaitility.await().until(bean::isRunning));
		assertThat(bean.isRunning()).isFalse();
	}

	@Test
	void propertyNamesBeans() {
		ManagedBean bean = new ManagedBean();
		runner().withBean("importer", ManagedBean.class, () -> bean)
			.withPropertyValues("leader-election.elections.billing.start=importer")
			.run((context) -> {
				Awaitility.await().until(bean::isRunning);
				assertThat(election(context, "billing").isLeader()).isTrue();
			});
		assertThat(bean.journal).containsExactly("started", "stopped in its term");
	}

	@Test
	void registriesOfTheApplicationProvideContainers() {
		ManagedBean container = new ManagedBean();
		runner().withBean(ListenerContainers.class, () -> new OneContainer(container))
			.withUserConfiguration(Containers.class)
			.withPropertyValues("listener.id=orders")
			.run((context) -> {
				Awaitility.await().until(container::isRunning);
				assertThat(election(context, "billing").isLeader()).isTrue();
			});
		assertThat(container.journal).containsExactly("started", "stopped in its term");
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
				election(context, "billing").stepDown().toCompletableFuture().join();
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
			ConfigurableApplicationContext source = context
				.getSourceApplicationContext(ConfigurableApplicationContext.class);
			Awaitility.await().until(bean::isRunning);
			source.stop();
			assertThat(bean.journal).containsExactly("started", "stopped in its term");
		});
	}

	@Test
	void failedStartIsRepeated(CapturedOutput output) {
		Annotated bean = new Annotated();
		bean.failToStart(1);
		runner().withBean(Annotated.class, () -> bean).run((context) -> Awaitility.await().until(bean::isRunning));
		assertThat(bean.journal).containsExactly("failed", "started", "stopped in its term");
		assertThat(output).contains("failed. It is run again in");
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
		runner().withBean(ListenerContainers.class, () -> new OneContainer(container))
			.withUserConfiguration(HandedOverContainers.class)
			.run((context) -> {
				Awaitility.await().until(container::isRunning);
				assertThat(election(context, "billing").status().transitions())
					.anyMatch((transition) -> transition.cause() == TransitionCause.TASK_FAILED);
			});
	}

	@Test
	void invalidLimitsOfFailingStartsAreRefused() {
		assertRefused(runner().withBean(AfterAlone.class), "@StartOnLeader on", "AfterAlone has after = 2",
				"Add onFailure = STEP_DOWN");
		assertRefused(runner().withBean(AfterNone.class), "AfterNone has onFailure = STEP_DOWN and after = 0",
				"Set after = 1");
		assertRefused(
				runner().withBean("twice", HandedOver.class)
					.withPropertyValues("leader-election.elections.billing.start=twice"),
				"bean 'twice' is started twice for election 'billing'", "differ in onFailure or after", "Name it once",
				"leader-election.elections[billing].start without");
	}

	@Test
	@DisplayName("A bean that a restart of the context starts is stopped unless this instance leads")
	void beanThatARestartStartsIsStoppedUnlessLeading() {
		Annotated bean = new Annotated();
		runner().withPropertyValues("leader-election.mode=never")
			.withBean(Annotated.class, () -> bean)
			.run((context) -> {
				ConfigurableApplicationContext source = context
					.getSourceApplicationContext(ConfigurableApplicationContext.class);
				source.stop();
				source.start();
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
				ConfigurableApplicationContext source = context
					.getSourceApplicationContext(ConfigurableApplicationContext.class);
				source.stop();
				source.start();
				assertThat(bean.journal).containsExactly("started", "stopped");
				assertThat(unstoppable.isRunning()).isTrue();
				unstoppable.stoppable = true;
			});
		assertThat(output).contains("bean 'first' is running although this instance does not lead its election");
	}

	@Test
	void beansNotStartableOnTheLeaderOnlyAreRefused() {
		assertRefused(runner().withBean("auto", AutoStarting.class), "AutoStarting", "bean 'auto'", "starts by itself",
				"isAutoStartup()");
		assertRefused(runner().withBean("none", NoLifecycle.class), "NoLifecycle", "bean 'none'", "not a Lifecycle",
				"@LeaderTask");
		assertRefused(runner().withUserConfiguration(Containers.class).withPropertyValues("listener.id=orders"),
				"Containers", "'orders'", "neither the id of a listener container nor the name of a bean",
				"Known ids: none");
		assertRefused(
				runner().withBean(ListenerContainers.class, () -> new OneContainer(new AutoStarting()))
					.withUserConfiguration(Containers.class)
					.withPropertyValues("listener.id=orders"),
				"listener container 'orders'", "starts by itself", "autoStartup = \"false\"");
		assertRefused(runner().withBean(ListenerContainers.class, () -> new OneContainer(new ManagedBean()))
			.withUserConfiguration(Containers.class)
			.withPropertyValues("listener.id=order"), "'order'", "Known ids: orders");
		assertRefused(runner().withUserConfiguration(Containers.class), "${listener.id}", "Define the property");
		assertRefused(runner().withBean("job", OnListener.class), "OnListener.listen()", "creates no bean",
				"id of the listener as containers");
		assertRefused(
				runner().withBean("many", Annotated.class, Annotated::new,
						(definition) -> definition.setScope("prototype")),
				"bean 'many'", "not a singleton", "Make the bean a singleton");
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

	@StartOnLeader(value = "billing", after = 2)
	static class AfterAlone extends ManagedBean {

	}

	@StartOnLeader(value = "billing", onFailure = OnFailure.STEP_DOWN)
	static class AfterNone extends ManagedBean {

	}

	@StartOnLeader
	static class AutoStarting extends ManagedBean {

		@Override
		public boolean isAutoStartup() {
			return true;
		}

	}

	@StartOnLeader
	static class NoLifecycle {

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

	static class OnListener {

		@StartOnLeader
		@Scheduled
		public void listen() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BeanMethod {

		@Bean
		@StartOnLeader("reports")
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
