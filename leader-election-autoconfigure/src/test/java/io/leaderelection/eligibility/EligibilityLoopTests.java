/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.leaderelection.BrokenLog;
import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.Sneaky;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.DefaultHealthContributorRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EligibilityLoop} in manual time.
 */
class EligibilityLoopTests {

	private static final Duration AFTER = Duration.ofSeconds(8);

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ElectionEngine engine = engine();

	private final Set<String> ill = ConcurrentHashMap.newKeySet();

	private @Nullable Throwable failure;

	/** What happens while the next question is being answered. */
	private Runnable meanwhile = () -> {
	};

	private final Candidacy billing = this.engine.join("billing");

	private final EligibilityLoop loop = loop(this.engine, this.time);

	private ElectionEngine engine() {
		return ElectionEngineBuilder.of(this.memory.open(), this.memory.traits())
			.namespace("n")
			.time(this.time)
			.build();
	}

	private EligibilityLoop loop(ElectionEngine engine, TimeSystem time) {
		return loop(engine, time, (election) -> new EligibilityLoop.Rule(List.of(), AFTER), null);
	}

	private EligibilityLoop loop(ElectionEngine engine, TimeSystem time, Function<String, EligibilityLoop.Rule> rules,
			@Nullable HealthNames health) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("eligibility", (LeadershipEligibility) this::isWell);
		return new EligibilityLoop(engine, rules, () -> health, beans.getBeanProvider(LeadershipEligibility.class),
				time);
	}

	/** Health without trouble. */
	private static HealthNames healthy() {
		DefaultHealthContributorRegistry contributors = new DefaultHealthContributorRegistry();
		contributors.registerContributor("db", (HealthIndicator) () -> Health.up().build());
		return new HealthNames(contributors, null, StatusAggregator.getDefault());
	}

	private boolean isWell(String election) {
		if (this.failure != null) {
			throw Sneaky.sneak(this.failure);
		}
		boolean well = !this.ill.contains(election);
		Runnable event = this.meanwhile;
		this.meanwhile = () -> {
		};
		event.run();
		return well;
	}

	/** Clocks go on, but nothing runs. */
	private void standStill(Duration length) {
		this.time.ticker().advance(length);
		this.time.wallClock().advance(length);
	}

	private void start() {
		this.loop.start();
		this.time.runDue();
		this.engine.start();
		this.time.runDue();
	}

	@Test
	void wellInstanceLeads() {
		start();
		assertThat(this.billing.election().isLeader()).isTrue();
		this.time.advance(Duration.ofHours(1));
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@Test
	void illInstanceDoesNotBeginToLead() {
		this.ill.add("billing");
		start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.ill.clear();
		this.time.advance(AFTER.dividedBy(4));
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@Test
	@DisplayName("An instance that is unhealthy for too long hands over to a healthy one, and follows when it is healthy")
	void unhealthyInstanceHandsOverAndFollowsWhenHealthy() {
		start();
		ElectionEngine other = engine();
		LeaderElection there = other.join("billing").election();
		other.start();
		this.time.advance(Duration.ofSeconds(1));
		this.ill.add("billing");
		this.time.advance(AFTER.minus(AFTER.dividedBy(4)).minusMillis(1));
		assertThat(this.billing.election().isLeader()).isTrue();
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(there.isLeader()).isTrue();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.INELIGIBLE);
		assertThat(this.billing.election().leader()).as("observes").isPresent();
		this.ill.clear();
		this.time.advance(AFTER.dividedBy(4));
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(there.isLeader()).isTrue();
	}

	@Test
	void oneElectionDoesNotSufferFromTheIllnessOfAnother() {
		LeaderElection reports = this.engine.join("reports").election();
		start();
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(reports.isLeader()).isTrue();
	}

	@Test
	void wellAgainDoesNotUndoAnOperatorsPause() {
		start();
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		this.billing.election().pause();
		this.ill.clear();
		this.time.advance(AFTER);
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.billing.election().resume();
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@Test
	void electionJoinedLaterLeadsAtOnceAndIsWatchedFromThenOn() {
		start();
		this.ill.add("later");
		LeaderElection later = this.engine.join("later").election();
		this.time.runDue();
		assertThat(later.isLeader()).isTrue();
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(later.isLeader()).isFalse();
	}

	@Test
	void stopAndStartBeginAnew() {
		start();
		this.engine.stop();
		this.loop.stop();
		this.ill.add("billing");
		AtomicBoolean asked = new AtomicBoolean();
		this.meanwhile = () -> asked.set(true);
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(asked).isFalse();
		start();
		assertThat(asked).isTrue();
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.ill.clear();
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@Test
	void electionThatIsLeftUnfitAndJoinedAgainLeadsWhenWell() {
		start();
		GuardedCall call = Objects.requireNonNull(this.billing.election().tryEnter(OnLoss.CONTINUE));
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
		this.billing.close();
		this.time.advance(AFTER);
		LeaderElection again = this.engine.join("billing").election();
		this.ill.clear();
		call.close();
		this.time.advance(AFTER.multipliedBy(4));
		assertThat(again.isLeader()).isTrue();
	}

	@Test
	@DisplayName("An election that is left while ineligible and joined again after a restart leads when it is healthy")
	void electionJoinedAgainAfterARestartLeadsWhenHealthy() {
		start();
		GuardedCall call = Objects.requireNonNull(this.billing.election().tryEnter(OnLoss.CONTINUE));
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		this.billing.close();
		this.engine.stop();
		this.loop.stop();
		this.ill.clear();
		start();
		LeaderElection again = this.engine.join("billing").election();
		call.close();
		this.time.advance(AFTER.multipliedBy(4));
		assertThat(again.isLeader()).isTrue();
	}

	@Test
	void standstillOfTheProcessIsNoIllness() {
		start();
		this.time.advance(Duration.ofSeconds(1));
		standStill(AFTER.multipliedBy(3));
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.EXPIRED)
			.doesNotContain(TransitionCause.INELIGIBLE);
	}

	@Test
	void standstillOfTheProcessWhileItIsAskedIsNoIllness() {
		start();
		this.meanwhile = () -> standStill(AFTER.multipliedBy(3));
		this.time.advance(AFTER);
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.EXPIRED)
			.doesNotContain(TransitionCause.INELIGIBLE);
	}

	@Test
	void illnessIsNoticedAfterAStandstill() {
		start();
		this.time.advance(Duration.ofSeconds(1));
		this.ill.add("billing");
		standStill(AFTER.multipliedBy(3));
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.INELIGIBLE);
	}

	@Test
	void answerToAFormerRunComesTooLate() {
		EligibilityLoop loop = loop(this.engine, new TimeWithoutEnd(this.time, () -> {
		}));
		this.meanwhile = () -> {
			loop.stop();
			this.ill.add("billing");
			loop.start();
		};
		loop.start();
		this.time.runDue();
		this.engine.start();
		this.time.runDue();
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
	}

	@Test
	void healthThatNobodyNeededForAWhileIsNoIllness() {
		EligibilityLoop loop = loop(this.engine, this.time,
				(election) -> new EligibilityLoop.Rule(List.of("db"), AFTER), healthy());
		loop.start();
		this.time.runDue();
		this.engine.start();
		this.billing.close();
		this.time.advance(AFTER.multipliedBy(3));
		LeaderElection again = this.engine.join("billing").election();
		this.time.advance(AFTER);
		assertThat(again.isLeader()).isTrue();
		assertThat(again.status().transitions()).extracting(Transition::cause)
			.doesNotContain(TransitionCause.INELIGIBLE);
	}

	@Test
	void lateEndOfAHandoverKeepsLaterRequests() {
		start();
		CompletableFuture<Void> handover = new CompletableFuture<>();
		this.loop.stopAfter(handover);
		this.loop.start();
		handover.complete(null);
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
	}

	@Test
	void asksUntilTheHandoverHasEnded() {
		start();
		CompletableFuture<Void> handover = new CompletableFuture<>();
		this.loop.stopAfter(handover);
		AtomicBoolean asked = new AtomicBoolean();
		this.meanwhile = () -> asked.set(true);
		this.time.advance(AFTER);
		assertThat(asked).isTrue();
		asked.set(false);
		handover.complete(null);
		this.meanwhile = () -> asked.set(true);
		this.time.advance(AFTER);
		assertThat(asked).isFalse();
	}

	@Test
	@DisplayName("Rule 18: a checked exception of a bean withholds and is forgotten when it answers")
	void rule18CheckedExceptionOfABeanWithholds() {
		start();
		this.failure = new IOException("from the test");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.failure = null;
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@Test
	void rule18LooksOnAfterAShorterIntervalWasRefused() {
		AtomicInteger refusals = new AtomicInteger();
		EligibilityLoop loop = loop(this.engine, new TimeWithoutEnd(this.time, () -> {
			if (refusals.getAndDecrement() > 0) {
				throw new InternalError("from the test");
			}
		}), (election) -> new EligibilityLoop.Rule(List.of(), election.equals("hasty") ? AFTER.dividedBy(8) : AFTER),
				null);
		loop.start();
		this.time.runDue();
		this.engine.start();
		this.time.runDue();
		assertThat(this.billing.election().isLeader()).isTrue();
		refusals.set(1);
		LeaderElection hasty = this.engine.join("hasty").election();
		this.time.advance(AFTER);
		assertThat(refusals.get()).isLessThanOrEqualTo(0);
		assertThat(hasty.isLeader()).isTrue();
		this.ill.add("hasty");
		this.time.advance(AFTER.dividedBy(8).plus(AFTER.dividedBy(32)));
		assertThat(hasty.isLeader()).isFalse();
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
	}

	@Test
	void rule18BrokenLogDoesNotKeepAnUnfitLeader() {
		start();
		this.ill.add("billing");
		try (BrokenLog broken = new BrokenLog(ElectionEligibility.class.getName())) {
			this.time.advance(AFTER.multipliedBy(2));
		}
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
	}

	/**
	 * What a scheduler was handed before it was closed comes to run afterwards.
	 * Repetition may fail.
	 */
	private record TimeWithoutEnd(TimeSystem time, Runnable repeats) implements TimeSystem {

		@Override
		public Ticker ticker() {
			return this.time.ticker();
		}

		@Override
		public WallClock wallClock() {
			return this.time.wallClock();
		}

		@Override
		public Scheduler scheduler(String threadName) {
			Scheduler scheduler = this.time.scheduler(threadName);
			return new Scheduler() {

				@Override
				public void execute(Runnable task) {
					scheduler.execute(task);
				}

				@Override
				public Cancellation schedule(Duration delay, Runnable task) {
					return scheduler.schedule(delay, task);
				}

				@Override
				public Cancellation repeat(Duration period, Runnable task) {
					TimeWithoutEnd.this.repeats.run();
					return scheduler.repeat(period, task);
				}

				@Override
				public void close() {
					// Too late
				}

			};
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			return this.time.workers(threadName, threads);
		}

	}

}
