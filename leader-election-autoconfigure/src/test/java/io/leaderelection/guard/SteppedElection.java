/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An election in manual time with an in-memory store, and contexts whose methods it
 * guards. Shows step by step how work ends with leadership.
 */
public final class SteppedElection {

	private static final ElectionTiming TIMING = ElectionTiming.builder().lease(Duration.ofSeconds(15)).build();

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ElectionEngine engine = ElectionEngineBuilder.of(this.memory.open(), this.memory.traits())
		.namespace("orders")
		.timing(TIMING)
		.time(this.time)
		.build();

	private final List<GuardOutcome> outcomes = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(Features.and())
		.withInitializer((context) -> context.getBeanFactory().registerSingleton("elections", this.engine))
		.withBean(GuardObserver.class, () -> (election) -> this.outcomes::add);

	/** Returns the outcomes of guarded calls so far. */
	public List<GuardOutcome> outcomes() {
		return this.outcomes;
	}

	public LeaderElection election() {
		return this.engine.get("default");
	}

	public <T> void leading(Class<T> job, Work<T> work) {
		leading((runner) -> runner.withBean(job), (context) -> {
			T bean = context.getBean(job);
			work.run(bean, AopTestUtils.getTargetObject(bean));
		});
	}

	public void leading(Configured configured, ContextConsumer<AssertableApplicationContext> test) {
		following(configured, (context) -> {
			runDue();
			assertThat(election().isLeader()).isTrue();
			test.accept(context);
		});
	}

	/** Nobody leads until time is moved. */
	public void following(Configured configured, ContextConsumer<AssertableApplicationContext> test) {
		configured.configure(this.runner).run((context) -> {
			try {
				assertThat(context).hasNotFailed();
				test.accept(context);
			}
			finally {
				this.engine.stop();
				advance(Duration.ofMinutes(1));
			}
		});
	}

	public void runDue() {
		this.time.runDue();
	}

	public void advance(Duration by) {
		this.time.advance(by);
	}

	/** Steps down. The handover does not end while guarded work is running. */
	public CompletableFuture<Void> stepDown() {
		CompletableFuture<Void> handover = this.election().stepDown().toCompletableFuture();
		advance(Duration.ofSeconds(2));
		assertThat(election().isLeader()).isFalse();
		return handover;
	}

	/** Makes the wall clock jump, so that the store must confirm the term. */
	public void jump() {
		this.time.wallClock().advance(Duration.ofSeconds(5));
		assertThat(election().isLeader()).isFalse();
	}

	/** Asserts that a handover that begins now lasts until an action has run. */
	public void assertHandoverWaitsFor(Runnable end) {
		CompletableFuture<Void> handover = stepDown();
		assertThat(handover).isNotDone();
		end.run();
		runDue();
		assertThat(handover).isCompleted();
	}

	/** Loses the term, as if the record had been deleted. */
	public void lose() {
		this.memory.deleteRecord(new ElectionKey("orders", "default"));
		advance(TIMING.renewInterval());
		assertThat(election().isLeader()).isFalse();
	}

	/**
	 * Moves time by more than a lease, so that this candidate leads again if it contends.
	 */
	public void pass() {
		advance(TIMING.lease().multipliedBy(3));
	}

	/** Work with a guarded bean. */
	@FunctionalInterface
	public interface Work<T> {

		/**
		 * Runs the work.
		 * @param job the bean with its guard
		 * @param its the bean without its guard, for access to its state
		 */
		void run(T job, T its) throws Throwable;

	}

	/** Adds beans to a context. */
	@FunctionalInterface
	public interface Configured {

		ApplicationContextRunner configure(ApplicationContextRunner runner);

	}

}
