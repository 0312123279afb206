/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An election in manual time over a store in memory, and contexts whose methods it
 * guards: what becomes of work when leadership ends, step by step.
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

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
		.withInitializer((context) -> context.getBeanFactory().registerSingleton("elections", this.engine))
		.withBean(GuardObserver.class, () -> (election) -> this.outcomes::add);

	/** How guarded calls have ended so far. */
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

	/** Nobody leads until time is stepped. */
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

	/** Steps down, which is not done while guarded work runs. */
	public CompletableFuture<Void> stepDown() {
		CompletableFuture<Void> handover = this.election().stepDown().toCompletableFuture();
		advance(Duration.ofSeconds(2));
		assertThat(election().isLeader()).isFalse();
		return handover;
	}

	/** The wall clock jumps, so that the store must confirm the term. */
	public void jump() {
		this.time.wallClock().advance(Duration.ofSeconds(5));
		assertThat(election().isLeader()).isFalse();
	}

	/** A handover that begins now lasts until something has been done. */
	public void assertHandoverWaitsFor(Runnable end) {
		CompletableFuture<Void> handover = stepDown();
		assertThat(handover).isNotDone();
		end.run();
		runDue();
		assertThat(handover).isCompleted();
	}

	/** Loses the term, as if the record had been lost. */
	public void lose() {
		this.memory.deleteRecord(new ElectionKey("orders", "default"));
		advance(TIMING.renewInterval());
		assertThat(election().isLeader()).isFalse();
	}

	/** Longer than any lease, so that this candidate leads again if it contends. */
	public void pass() {
		advance(TIMING.lease().multipliedBy(3));
	}

	/** What is done with a guarded bean. */
	@FunctionalInterface
	public interface Work<T> {

		/**
		 * Tries the bean.
		 * @param job the bean, as others see it
		 * @param its the same without its guard, to look inside
		 */
		void run(T job, T its) throws Throwable;

	}

	/** Adds beans. */
	@FunctionalInterface
	public interface Configured {

		ApplicationContextRunner configure(ApplicationContextRunner runner);

	}

}
