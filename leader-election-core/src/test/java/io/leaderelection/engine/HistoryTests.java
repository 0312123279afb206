/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LedTerm;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the history of an election: {@link History} alone, and with engines in
 * stepped time.
 */
class HistoryTests extends EngineRig {

	private static final Duration POLL = Duration.ofSeconds(5);

	private final History terms = new History();

	private static Instant at(int second) {
		return Instant.ofEpochSecond(second);
	}

	private static Leader leader(String id, int since, long token) {
		return new Leader(id, at(since), token, Map.of());
	}

	private static Transition transition(ElectionState from, ElectionState to, TransitionCause cause, Long token) {
		return new Transition(at(50), from, to, cause, token);
	}

	@Test
	void termOfAnotherBeginsWhenItWasRequested() {
		this.terms.leaderIs(leader("a", 10, 1), false, at(12));
		assertThat(this.terms.list()).containsExactly(new LedTerm("a", 1, at(10), null, false, null));
		this.terms.leaderIs(null, false, at(20));
		assertThat(this.terms.list()).containsExactly(new LedTerm("a", 1, at(10), at(20), false, null));
	}

	@Test
	void successorEndsTheTermBefore() {
		this.terms.leaderIs(leader("a", 10, 1), false, at(12));
		this.terms.leaderIs(leader("b", 15, 2), false, at(20));
		assertThat(this.terms.list()).containsExactly(new LedTerm("a", 1, at(10), at(15), false, null),
				new LedTerm("b", 2, at(15), null, false, null));
	}

	@Test
	void wrongClocksMakeNoOverlappingOrFutureTerms() {
		this.terms.leaderIs(leader("a", 900, 1), false, at(12));
		assertThat(this.terms.list()).containsExactly(new LedTerm("a", 1, at(12), null, false, null));
		this.terms.leaderIs(leader("b", 3, 2), false, at(20));
		this.terms.leaderIs(null, false, at(30));
		this.terms.leaderIs(leader("c", 4, 3), false, at(40));
		assertThat(this.terms.list()).extracting(LedTerm::from).containsExactly(at(12), at(12), at(30));
		assertThat(this.terms.list()).extracting(LedTerm::until).containsExactly(at(12), at(30), null);
	}

	@Test
	void termEndsNotBeforeItsBeginningIfTheClockStepsBack() {
		this.terms.leaderIs(leader("b", 20, 7), false, at(20));
		this.terms.leaderIs(null, false, at(10));
		assertThat(this.terms.list()).singleElement().extracting(LedTerm::until).isEqualTo(at(20));
	}

	@Test
	void ownTermBeginsNowAndEndsWithItsTransition() {
		this.terms.leaderIs(leader("a", 10, 1), true, at(12));
		this.terms.transited(transition(ElectionState.LEADER, ElectionState.DRAINING, TransitionCause.STEP_DOWN, 1L));
		this.terms.leaderIs(null, false, at(60));
		this.terms.transited(transition(ElectionState.DRAINING, ElectionState.FOLLOWER, TransitionCause.RELEASED, 1L));
		assertThat(this.terms.list())
			.containsExactly(new LedTerm("a", 1, at(12), at(50), true, TransitionCause.STEP_DOWN));
	}

	@Test
	void transitionsOfOtherTermsEndNothing() {
		Transition lost = transition(ElectionState.LEADER, ElectionState.FOLLOWER, TransitionCause.LOST, 1L);
		this.terms.transited(lost);
		assertThat(this.terms.list()).isEmpty();
		this.terms.leaderIs(leader("b", 10, 1), false, at(10));
		this.terms.transited(lost);
		this.terms.leaderIs(leader("a", 10, 2), true, at(12));
		this.terms.transited(lost);
		this.terms.transited(transition(ElectionState.LEADER, ElectionState.FOLLOWER, TransitionCause.LOST, null));
		assertThat(this.terms.list()).extracting(LedTerm::cause).containsOnlyNulls();
		assertThat(this.terms.list()).last().extracting(LedTerm::until).isNull();
	}

	@Test
	void tokenOfALostRecordThatAnotherOneGetsIsAnotherTerm() {
		this.terms.leaderIs(leader("a", 10, 1), false, at(12));
		this.terms.leaderIs(leader("b", 10, 1), false, at(12));
		assertThat(this.terms.list()).extracting(LedTerm::leader).containsExactly("a", "b");
	}

	@Test
	void changesThatAreAppliedAgainHaveNoEffect() {
		for (int i = 0; i < 2; i++) {
			this.terms.leaderIs(leader("a", 10, 1), true, at(12));
		}
		for (int i = 0; i < 2; i++) {
			this.terms.transited(transition(ElectionState.LEADER, ElectionState.FOLLOWER, TransitionCause.EXPIRED, 1L));
			this.terms.leaderIs(leader("a", 10, 1), true, at(70));
			this.terms.leaderIs(null, false, at(70 + i));
		}
		assertThat(this.terms.list())
			.containsExactly(new LedTerm("a", 1, at(12), at(50), true, TransitionCause.EXPIRED));
	}

	@Test
	void latestHundredAreKeptAndEachIdOnce() {
		for (int i = 1; i <= 130; i++) {
			this.terms.leaderIs(leader("instance-" + i % 2, i, i), false, at(i));
		}
		List<LedTerm> kept = this.terms.list();
		assertThat(kept).hasSize(100);
		assertThat(kept.get(0).fencingToken()).isEqualTo(31);
		assertThat(kept.get(99).fencingToken()).isEqualTo(130);
		assertThat(kept.get(97).leader()).isSameAs(kept.get(99).leader());
	}

	@Test
	void instancesKnowTheirOwnTermsAndThoseTheyObserve() {
		ElectionEngine one = builder().build();
		ElectionEngine other = builder().build();
		LeaderElection led = one.join("billing").election();
		LeaderElection followed = other.join("billing").election();
		assertThat(led.history()).isEmpty();
		one.start();
		this.time.runReady();
		Instant began = now();
		other.start();
		this.time.advance(Duration.ofMinutes(1));
		long token = led.leader().orElseThrow().fencingToken();
		assertThat(led.history()).containsExactly(new LedTerm(one.instance(), token, began, null, true, null));
		assertThat(followed.history()).containsExactly(new LedTerm(one.instance(), token, began, null, false, null));
		Instant ended = now();
		led.stepDown(Duration.ofHours(1));
		this.time.advance(POLL);
		assertThat(followed.isLeader()).isTrue();
		assertThat(led.history()).hasSize(2)
			.startsWith(new LedTerm(one.instance(), token, began, ended, true, TransitionCause.STEP_DOWN));
		assertThat(led.history().get(1).own()).isFalse();
		assertThat(followed.history()).extracting(LedTerm::own).containsExactly(false, true);
		assertThat(followed.history()).extracting(LedTerm::fencingToken)
			.containsExactlyElementsOf(led.history().stream().map(LedTerm::fencingToken).toList());
	}

	@Test
	void restartedInstanceContinuesTheSameTerm() {
		ElectionEngine one = builder().build();
		ElectionEngine other = builder().build();
		lead(one, "billing");
		LeaderElection followed = follow(other, "billing");
		this.time.advance(POLL);
		other.stop();
		this.time.advance(POLL);
		assertThat(followed.history()).singleElement().extracting(LedTerm::until).isNotNull();
		other.start();
		this.time.advance(POLL);
		assertThat(followed.history()).singleElement().extracting(LedTerm::until).isNull();
	}

}
