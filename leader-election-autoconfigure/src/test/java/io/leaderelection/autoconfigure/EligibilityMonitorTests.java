/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.election.ElectionEngine;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EligibilityMonitor} in manual time.
 */
class EligibilityMonitorTests {

	private static final Duration AFTER = Duration.ofSeconds(8);

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final ElectionEngine engine = engine();

	private final Set<String> ill = ConcurrentHashMap.newKeySet();

	private final LeaderElection billing = this.engine.join("billing");

	private final EligibilityMonitor monitor = monitor(this.engine, ElectionMode.ELECT);

	private ElectionEngine engine() {
		return ElectionEngine.builder(this.memory.open(), this.memory.traits()).namespace("n").time(this.time).build();
	}

	private EligibilityMonitor monitor(ElectionEngine engine, ElectionMode mode) {
		LeaderElectionProperties properties = new LeaderElectionProperties();
		properties.setIneligibleAfter(AFTER);
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("eligibility", (LeadershipEligibility) (election) -> !this.ill.contains(election));
		return new EligibilityMonitor(engine,
				new EligibilityQuestions(new ElectionSettings(properties, new MockEnvironment()), () -> null,
						beans.getBeanProvider(LeadershipEligibility.class)),
				mode, this.time);
	}

	private void start() {
		this.monitor.start();
		this.time.runDue();
		this.engine.start();
		this.time.runDue();
	}

	@Test
	void wellInstanceLeads() {
		start();
		assertThat(this.billing.isLeader()).isTrue();
		this.time.advance(Duration.ofHours(1));
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void illInstanceDoesNotBeginToLead() {
		this.ill.add("billing");
		start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.PAUSED);
		this.ill.clear();
		this.time.advance(AFTER.dividedBy(4));
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void instanceThatIsIllForTooLongHandsOverToAWellOneAndFollowsWhenWell() {
		start();
		ElectionEngine other = engine();
		LeaderElection there = other.join("billing");
		other.start();
		this.time.advance(Duration.ofSeconds(1));
		this.ill.add("billing");
		this.time.advance(AFTER.minus(AFTER.dividedBy(4)).minusMillis(1));
		assertThat(this.billing.isLeader()).isTrue();
		this.time.advance(AFTER);
		assertThat(this.billing.isLeader()).isFalse();
		assertThat(there.isLeader()).isTrue();
		assertThat(this.billing.status().transitions()).extracting(Transition::cause)
			.contains(TransitionCause.INELIGIBLE);
		assertThat(this.billing.leader()).as("observes").isPresent();
		this.ill.clear();
		this.time.advance(AFTER.dividedBy(4));
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(there.isLeader()).isTrue();
	}

	@Test
	void oneElectionDoesNotSufferFromTheIllnessOfAnother() {
		LeaderElection reports = this.engine.join("reports");
		start();
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.billing.isLeader()).isFalse();
		assertThat(reports.isLeader()).isTrue();
	}

	@Test
	void wellAgainDoesNotUndoAnOperatorsPause() {
		start();
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		this.billing.pause();
		this.ill.clear();
		this.time.advance(AFTER);
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.PAUSED);
		this.billing.resume();
		this.time.advance(AFTER);
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void electionJoinedLaterLeadsAtOnceAndIsWatchedFromThenOn() {
		start();
		this.ill.add("later");
		LeaderElection later = this.engine.join("later");
		this.time.runDue();
		assertThat(later.isLeader()).isTrue();
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(later.isLeader()).isFalse();
	}

	@Test
	void stopAndStartBeginAnew() {
		start();
		this.engine.stop();
		this.monitor.stop();
		this.ill.add("billing");
		this.time.advance(AFTER.multipliedBy(2));
		assertThat(this.monitor.isRunning()).isFalse();
		start();
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.PAUSED);
		this.ill.clear();
		this.time.advance(AFTER);
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void nobodyIsAskedWhereNobodyContends() {
		ElectionEngine alone = ElectionEngine.alwaysLeading().time(this.time).build();
		this.ill.add("billing");
		LeaderElection election = alone.join("billing");
		EligibilityMonitor idle = monitor(alone, ElectionMode.ALWAYS);
		idle.start();
		assertThat(idle.isRunning()).isTrue();
		assertThat(election.status().state()).isEqualTo(ElectionState.STOPPED);
		idle.stop();
	}

}
