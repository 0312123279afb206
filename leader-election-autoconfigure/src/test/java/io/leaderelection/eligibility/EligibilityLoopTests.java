/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.DefaultHealthContributorRegistry;
import org.springframework.context.SmartLifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link EligibilityLoop} in manual time.
 */
class EligibilityLoopTests {

	private static final Duration AFTER = Duration.ofSeconds(8);

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ElectionEngine engine = engine();

	private final Set<String> unhealthy = ConcurrentHashMap.newKeySet();

	/** Runs while the next question is being answered. */
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
		beans.registerSingleton("eligibility", (LeadershipEligibility) this::isHealthy);
		return new EligibilityLoop(engine, rules, () -> health, beans.getBeanProvider(LeadershipEligibility.class),
				time);
	}

	/** Returns health without problems. */
	private static HealthNames healthy() {
		DefaultHealthContributorRegistry contributors = new DefaultHealthContributorRegistry();
		contributors.registerContributor("db", (HealthIndicator) () -> Health.up().build());
		return new HealthNames(contributors, null, StatusAggregator.getDefault());
	}

	/**
	 * Returns the time with a scheduler whose tasks run even after it was closed.
	 * @param repeats called before each repetition begins, which it may refuse
	 */
	private TimeSystem withoutEnd(Runnable repeats) {
		Scheduler tasks = this.time.newScheduler();
		Scheduler scheduler = mock(Scheduler.class, (call) -> {
			String method = call.getMethod().getName();
			if (method.equals("repeat")) {
				repeats.run();
			}
			return method.equals("close") ? null : call.getMethod().invoke(tasks, call.getArguments());
		});
		TimeSystem time = mock(TimeSystem.class, delegatesTo(this.time));
		doReturn(scheduler).when(time).scheduler(any());
		return time;
	}

	private boolean isHealthy(String election) {
		boolean healthy = !this.unhealthy.contains(election);
		Runnable event = this.meanwhile;
		this.meanwhile = () -> {
		};
		event.run();
		return healthy;
	}

	/** Moves the clocks without running tasks, as in a paused process. */
	private void pauseProcess(Duration length) {
		this.time.ticker().advance(length);
		this.time.wallClock().advance(length);
	}

	private void start() {
		start(this.loop);
	}

	private void start(EligibilityLoop loop) {
		loop.start();
		this.time.runDue();
		this.engine.start();
		this.time.runDue();
	}

	@Test
	void unhealthyInstanceDoesNotStartToLead() {
		this.unhealthy.add("billing");
		start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.unhealthy.clear();
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
		this.unhealthy.add("billing");
		this.time.advance(AFTER.minus(AFTER.dividedBy(4)).minusMillis(1));
		assertThat(this.billing.election().isLeader()).isTrue();
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(there.isLeader()).isTrue();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.INELIGIBLE);
		assertThat(this.billing.election().leader()).as("observes").isPresent();
		this.unhealthy.clear();
		this.time.advance(AFTER.dividedBy(4));
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(there.isLeader()).isTrue();
	}

	@Test
	void recoveryDoesNotEndAnOperatorsPause() {
		start();
		this.unhealthy.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		this.billing.election().pause();
		this.unhealthy.clear();
		this.time.advance(AFTER);
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.billing.election().resume();
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@Test
	void electionJoinedLaterLeadsAndIsWatched() {
		start();
		this.unhealthy.add("later");
		LeaderElection later = this.engine.join("later").election();
		this.time.runDue();
		assertThat(later.isLeader()).isTrue();
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(later.isLeader()).isFalse();
	}

	@Test
	void restartBeginsWithoutOldResults() {
		start();
		this.engine.stop();
		this.loop.stop();
		this.unhealthy.add("billing");
		AtomicBoolean asked = new AtomicBoolean();
		this.meanwhile = () -> asked.set(true);
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(asked).isFalse();
		start();
		assertThat(asked).isTrue();
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
		this.unhealthy.clear();
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
	}

	@ParameterizedTest
	@DisplayName("An election that is left while ineligible leads when it is joined again and healthy, after a restart, too")
	@ValueSource(booleans = { false, true })
	void electionLeftIneligibleLeadsAgainWhenHealthy(boolean restarted) {
		start();
		GuardedCall call = Objects.requireNonNull(this.billing.election().tryEnter(OnLoss.CONTINUE));
		this.unhealthy.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
		this.billing.close();
		if (restarted) {
			this.engine.stop();
			this.loop.stop();
			this.unhealthy.clear();
			start();
		}
		else {
			this.time.advance(AFTER);
		}
		LeaderElection again = this.engine.join("billing").election();
		this.unhealthy.clear();
		call.close();
		this.time.advance(AFTER.multipliedBy(4));
		assertThat(again.isLeader()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void pauseOfTheProcessIsNoFailure(boolean duringAQuestion) {
		start();
		if (duringAQuestion) {
			this.meanwhile = () -> pauseProcess(AFTER.multipliedBy(3));
			this.time.advance(AFTER);
		}
		else {
			this.time.advance(Duration.ofSeconds(1));
			pauseProcess(AFTER.multipliedBy(3));
		}
		this.time.advance(AFTER);
		assertThat(this.billing.election().isLeader()).isTrue();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.EXPIRED)
			.doesNotContain(TransitionCause.INELIGIBLE);
	}

	@Test
	void failureIsDetectedAfterAPause() {
		start();
		this.time.advance(Duration.ofSeconds(1));
		this.unhealthy.add("billing");
		pauseProcess(AFTER.multipliedBy(3));
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(this.billing.election().status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.INELIGIBLE);
	}

	@Test
	void answerOfAFormerRunIsIgnored() {
		EligibilityLoop loop = loop(this.engine, withoutEnd(() -> {
		}));
		this.meanwhile = () -> {
			loop.stop();
			this.unhealthy.add("billing");
			loop.start();
		};
		start(loop);
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
	}

	@Test
	void healthUnusedForAWhileIsNoFailure() {
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
	void checksFromBeforeContendingUntilTheHandoverHasEnded() {
		assertThat(this.loop.getPhase()).as("starts earlier and stops later").isLessThan(SmartLifecycle.DEFAULT_PHASE);
		start();
		assertThat(this.loop.isRunning()).isTrue();
		this.loop.stop();
		assertThat(this.loop.isRunning()).isFalse();
		AtomicBoolean asked = new AtomicBoolean();
		this.meanwhile = () -> asked.set(true);
		this.time.advance(AFTER);
		assertThat(asked).isFalse();
	}

	@Test
	void rule18ChecksContinueAfterAnIntervalWasRefused() {
		AtomicInteger refusals = new AtomicInteger();
		EligibilityLoop loop = loop(this.engine, withoutEnd(() -> {
			if (refusals.getAndDecrement() > 0) {
				throw new InternalError("from the test");
			}
		}), (election) -> new EligibilityLoop.Rule(List.of(), election.equals("hasty") ? AFTER.dividedBy(8) : AFTER),
				null);
		start(loop);
		assertThat(this.billing.election().isLeader()).isTrue();
		refusals.set(1);
		LeaderElection hasty = this.engine.join("hasty").election();
		assertThatExceptionOfType(InternalError.class).isThrownBy(() -> this.time.advance(AFTER));
		assertThat(refusals.get()).isLessThanOrEqualTo(0);
		this.time.advance(AFTER);
		assertThat(hasty.isLeader()).isTrue();
		this.unhealthy.add("hasty");
		this.time.advance(AFTER.dividedBy(8).plus(AFTER.dividedBy(32)));
		assertThat(hasty.isLeader()).isFalse();
		this.unhealthy.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.election().isLeader()).isFalse();
	}

	@Test
	void rule18BrokenLogDoesNotKeepAnIneligibleLeader() {
		start();
		this.unhealthy.add("billing");
		try (BrokenLog broken = new BrokenLog(ElectionEligibility.class.getName())) {
			this.time.advance(AFTER.multipliedBy(2));
		}
		assertThat(this.billing.election().isLeader()).isFalse();
		assertThat(this.billing.election().status().state()).isEqualTo(ElectionState.PAUSED);
	}

}
