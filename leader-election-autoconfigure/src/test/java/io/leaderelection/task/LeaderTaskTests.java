/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.TransitionCause;
import io.leaderelection.WhenDone;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnFailure;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.event.LeaderTaskStuckEvent;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.leaderelection.micrometer.MeterNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.system.JavaVersion;
import org.springframework.context.ApplicationListener;

import static io.leaderelection.guard.Contexts.assertRefused;
import static io.leaderelection.guard.Contexts.election;
import static org.assertj.core.api.Assertions.assertThat;

class LeaderTaskTests extends TaskHarness {

	@Test
	void runsInItsTermAndEndsBeforeClientsClose() {
		Job job = new Job();
		Client client = new Client();
		job.client = client;
		runner().withBean("job", Job.class, () -> job).withBean(Client.class, () -> client).run((context) -> {
			job.begun.await();
			assertThat(election(context, "billing").isLeader()).isTrue();
			assertThat(job.tokens).containsExactly(election(context, "billing").status().fencingToken());
			assertThat(job.threads).containsExactly("leader-task-job.run");
		});
		assertThat(job.ends).containsExactly("interrupted");
		assertThat(client.closed).isTrue();
	}

	@Test
	void doesNotRunElsewhere() {
		Job job = new Job();
		Contexts.following()
			.withBean("job", Job.class, () -> job)
			.run((context) -> assertThat(election(context, "billing").isLeader()).isFalse());
		assertThat(job.tokens).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void runsThroughAProxy(boolean ofTheClass) {
		runner().withPropertyValues("spring.aop.proxy-target-class=" + ofTheClass)
			.withBean("job", ThroughInterface.class)
			.run((context) -> {
				Work job = context.getBean(Work.class);
				assertThat(AopUtils.isCglibProxy(job)).isEqualTo(ofTheClass);
				assertThat(AopUtils.isJdkDynamicProxy(job)).isNotEqualTo(ofTheClass);
				Awaitility.await().until(() -> job.runs() == 1);
			});
	}

	@Test
	void methodOutsideTheInterfacesOfAProxyIsRefused() {
		assertRefused(runner().withPropertyValues("spring.aop.proxy-target-class=false").withBean("job", Hidden.class),
				"Hidden.hidden()", "JDK proxy", "spring.aop.proxy-target-class=true");
	}

	@Test
	void nameMayComeFromAPropertyAndAMetaAnnotation() {
		runner().withPropertyValues("jobs.election=nightly")
			.withBean(Declared.job("@LeaderTask(\"${jobs.election}\") public void run() { }"))
			.withBean(Composed.class)
			.run((context) -> assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("composed", "nightly"));
	}

	@Test
	void lazyBeanIsCreatedToRun() {
		AtomicInteger made = new AtomicInteger();
		runner().withBean("job", NoParameter.class, () -> {
			made.incrementAndGet();
			return new NoParameter();
		}, (definition) -> definition.setLazyInit(true)).run((context) -> assertThat(made).hasValue(1));
	}

	@Test
	void mockIsIgnored() {
		Job mock = Mockito.mock(Job.class);
		runner().withBean("job", Job.class, () -> mock)
			.run((context) -> assertThat(Contexts.elections(context).all()).extracting(LeaderElection::name)
				.containsExactly("default"));
	}

	@Test
	void doneTaskStepsDown() {
		Relay task = new Relay();
		runner().withBean(Relay.class, () -> task).run((context) -> {
			Awaitility.await().until(() -> task.tokens.size() >= 2);
			assertThat(election(context, "default").status().transitions())
				.anyMatch((transition) -> transition.cause() == TransitionCause.STEP_DOWN);
		});
	}

	@Test
	void taskThatKeepsFailingHandsOver() {
		FailingTwice task = new FailingTwice();
		runner().withBean(FailingTwice.class, () -> task).run((context) -> {
			Awaitility.await().until(() -> task.tokens.size() >= 3);
			assertThat(election(context, "default").status().transitions())
				.anyMatch((transition) -> transition.cause() == TransitionCause.TASK_FAILED);
			assertThat(task.tokens.get(1)).isEqualTo(task.tokens.get(0));
			assertThat(task.tokens.get(2)).isGreaterThan(task.tokens.get(1));
		});
	}

	@Test
	void stuckTaskIsReported() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		List<LeaderTaskStuckEvent> events = new CopyOnWriteArrayList<>();
		Stuck task = new Stuck();
		runner()
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					CompositeMeterRegistryAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class, () -> registry)
			.withBean("listener", StuckListener.class, () -> new StuckListener(events))
			.withBean("stubborn", Stuck.class, () -> task)
			.withPropertyValues("leader-election.drain-timeout=200ms")
			.run((context) -> {
				task.begun.await();
				assertThat(registry.get(MeterNames.TASK_STUCK).tag("election", "default").counter().count()).isZero();
				stepDown(context, "default");
				Awaitility.await().until(() -> !events.isEmpty());
				LeaderTaskStuckEvent event = events.get(0);
				assertThat(event.getElection()).isEqualTo("default");
				assertThat(event.getTask()).isEqualTo("stubborn.run");
				assertThat(event.getFencingToken()).isPositive();
				assertThat(event.getSince()).isPositive();
				assertThat(event.getStack()).extracting(StackTraceElement::getClassName)
					.contains(Stuck.class.getName());
				Awaitility.await()
					.until(() -> registry.get(MeterNames.TASK_STUCK).tag("election", "default").counter().count() == 1);
				assertThat(election(context, "default").isLeader()).isFalse();
				task.mayEnd.countDown();
			});
		assertThat(events).hasSize(1);
	}

	@Test
	void runsOnVirtualThreadsWhereTheApplicationEnablesThem() {
		boolean virtual = JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_ONE);
		Job job = new Job();
		runner().withPropertyValues("spring.threads.virtual.enabled=true")
			.withBean("job", Job.class, () -> job)
			.run((context) -> {
				job.begun.await();
				assertThat(job.groups.get(0).equals("VirtualThreads")).isEqualTo(virtual);
				assertThat(job.threads.get(0)).startsWith("leader-task-job.run");
			});
		assertThat(job.ends).containsExactly("interrupted");
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@LeaderTask private void run() { } | Job.run() ... private ... Make it public
			@LeaderTask public static void run() { } | Job.run() ... static ... Make it an instance method
			@LeaderTask public void run(String text) { } | Job.run() ... parameters ... io.leaderelection.Leadership
			@LeaderTask public void run(Leadership one, Leadership other) { } | Job.run() ... parameters ... io.leaderelection.Leadership
			@LeaderTask public String run() { return ""; } | Job.run() ... returns java.lang.String ... Return void
			@Async @LeaderTask public void run() { } | Job.run() ... @Async ... Remove @Async
			@Async class Job { @LeaderTask public void run() { } } | Job.run() ... @Async ... Remove @Async
			@LeaderTask public final void run() { } @OnLeader public void other() { } | Job.run() ... final ... Make it public and not final
			@LeaderTask("${jobs.nowhere}") public void run() { } | Job.run() ... ${jobs.nowhere} ... Define the property
			@LeaderTask(maxSilence = "soon") public void run() { } | Job.run() has maxSilence "soon" ... not a duration above 0s
			@LeaderTask(maxSilence = "0s") public void run() { } | Job.run() has maxSilence "0s" ... not a duration above 0s
			@LeaderTask(maxSilence = "${jobs.nowhere}") public void run() { } | Job.run() ... ${jobs.nowhere} ... Define the property
			@LeaderTask(maxSilence = "4999ms") public void run() { } | Job.run() cannot be run ... 4999 ms ... two operation timeouts and a second of election 'default', 5000 ms ... Allow 5000 ms or more
			@LeaderTask(onFailure = OnFailure.STEP_DOWN) public void run() { } | Job.run() has onFailure = STEP_DOWN and after = 0 ... Set after = 1
			@LeaderTask(onFailure = OnFailure.STEP_DOWN, after = -1) public void run() { } | Job.run() has onFailure = STEP_DOWN and after = -1 ... Set after = 1
			@LeaderTask(after = 3) public void run() { } | Job.run() has after = 3 ... no effect with onFailure = RETRY ... Add onFailure = STEP_DOWN
			@Scope("prototype") class Job { @LeaderTask public void run() { } } | Job.run() ... not a singleton ... Make the bean a singleton
			@Configuration(proxyBeanMethods = false) class Job { @Bean @LeaderTask Object text() { return ""; } } | Job.text() ... @Bean method ... a method of the bean
			""")
	void methodThatCannotBeRunIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(runner(), job, texts);
	}

	@Test
	void invalidNameIsRefused() {
		Class<?> job = Declared.job("@LeaderTask(\"a/b\") public void run() { }");
		runner().withBean(job)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContainingAll("@LeaderTask on", job.getName() + ".run()", "Correct the name"));
	}

	static class Job {

		final CountDownLatch begun = new CountDownLatch(1);

		final List<Long> tokens = new CopyOnWriteArrayList<>();

		final List<String> threads = new CopyOnWriteArrayList<>();

		final List<String> groups = new CopyOnWriteArrayList<>();

		final List<String> ends = new CopyOnWriteArrayList<>();

		private Client client = new Client();

		@LeaderTask("billing")
		void run(Leadership leadership) {
			assertThat(Leadership.current().fencingToken()).isEqualTo(leadership.fencingToken());
			this.threads.add(Thread.currentThread().getName());
			this.groups.add(Thread.currentThread().getThreadGroup().getName());
			this.tokens.add(leadership.fencingToken());
			this.begun.countDown();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				this.ends.add(this.client.closed ? "client closed" : "interrupted");
			}
		}

	}

	static class Client implements DisposableBean {

		private volatile boolean closed;

		@Override
		public void destroy() {
			this.closed = true;
		}

	}

	static class NoParameter {

		final List<Long> tokens = new CopyOnWriteArrayList<>();

		@LeaderTask
		public void run() {
			this.tokens.add(Leadership.current().fencingToken());
		}

	}

	static class Relay {

		final List<Long> tokens = new CopyOnWriteArrayList<>();

		@LeaderTask(whenDone = WhenDone.STEP_DOWN)
		public void run(Leadership leadership) {
			this.tokens.add(leadership.fencingToken());
		}

	}

	static class FailingTwice {

		final List<Long> tokens = new CopyOnWriteArrayList<>();

		@LeaderTask(onFailure = OnFailure.STEP_DOWN, after = 2)
		public void run(Leadership leadership) {
			this.tokens.add(leadership.fencingToken());
			if (this.tokens.size() <= 2) {
				throw new IllegalStateException("from the test");
			}
		}

	}

	static class Stuck {

		final CountDownLatch begun = new CountDownLatch(1);

		final CountDownLatch mayEnd = new CountDownLatch(1);

		@LeaderTask
		public void run() {
			this.begun.countDown();
			boolean ended = false;
			while (!ended) {
				try {
					this.mayEnd.await();
					ended = true;
				}
				catch (InterruptedException ex) {
					// Ignored on purpose
				}
			}
		}

	}

	record StuckListener(List<LeaderTaskStuckEvent> events) implements ApplicationListener<LeaderTaskStuckEvent> {

		@Override
		public void onApplicationEvent(LeaderTaskStuckEvent event) {
			this.events.add(event);
		}

	}

	interface Work {

		void run();

		@OnLeader
		void other();

		int runs();

	}

	static class ThroughInterface implements Work {

		private final AtomicInteger runs = new AtomicInteger();

		@Override
		@LeaderTask
		public void run() {
			this.runs.incrementAndGet();
		}

		@Override
		public void other() {
		}

		@Override
		public int runs() {
			return this.runs.get();
		}

	}

	static class Hidden extends ThroughInterface {

		@LeaderTask
		public void hidden() {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@LeaderTask("composed")
	@interface ComposedTask {

	}

	static class Composed {

		@ComposedTask
		public void run() {
		}

	}

}
