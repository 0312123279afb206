/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Tenure} in stepped time.
 */
class TenureTests extends EngineRig {

	private static final Duration COOL_DOWN = TIMING.coolDown();

	private ElectionEngine engine(Tenure tenure) {
		return builder().election("billing", ElectionSettings.DEFAULT.withTenure(tenure)).build();
	}

	private LeaderElection lead(Tenure tenure) {
		ElectionEngine engine = engine(tenure);
		engine.addListener(this.recorder);
		return lead(engine, "billing");
	}

	@Test
	@DisplayName("A term ends after its tenure by the ticker, and the next follows the cool-down")
	void termEndsAfterItsTenureByTheTicker() {
		LeaderElection election = lead(Tenure.of(Duration.ofMinutes(10)));
		this.time.advance(Duration.ofMinutes(10).minusMillis(1));
		assertThat(election.isLeader()).isTrue();
		this.time.advance(Duration.ofMillis(1));
		assertThat(election.isLeader()).isFalse();
		assertThat(this.recorder.received).endsWith("revoked billing TENURE", "leader unknown");
		assertThat(this.store.count("release")).isOne();
		this.time.advance(COOL_DOWN.minusMillis(1));
		assertThat(election.isLeader()).isFalse();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).isTrue();
		this.time.advance(Duration.ofMinutes(10));
		assertThat(election.isLeader()).as("the next term has a tenure of its own").isFalse();
	}

	/** The earlier end counts. */
	@ParameterizedTest
	@ValueSource(longs = { 7, 1800 })
	void tenureMayBeShorterThanTheLease(long seconds) {
		Duration tenure = Duration.ofSeconds(seconds);
		Instant later = now().plus(Duration.ofHours(1));
		LeaderElection election = lead((granted) -> new Tenure.End(tenure, later));
		this.time.advance(tenure.minusMillis(1));
		assertThat(election.isLeader()).isTrue();
		this.time.advance(Duration.ofMillis(1));
		assertThat(election.isLeader()).isFalse();
		assertThat(this.store.count("release")).isOne();
	}

	@Test
	void termEndsAtATimeOfDayEvenIfTheClockIsSet() {
		Instant end = now().plus(Duration.ofHours(5));
		LeaderElection election = lead((granted) -> Tenure.End.at(end));
		this.time.advance(Duration.ofHours(1));
		// The store uses the same clock: a longer step would end the lease
		this.time.stepWall(Duration.ofSeconds(5));
		this.time.advance(Duration.ofHours(4).minusSeconds(6));
		assertThat(election.isLeader()).isTrue();
		this.time.advance(Duration.ofMillis(1001));
		assertThat(election.isLeader()).isFalse();
		assertThat(this.recorder.received).containsSequence("revoked billing TENURE");
	}

	@Test
	void termThatWasLostBeforeEndsOnce() {
		LeaderElection election = lead(Tenure.of(Duration.ofMinutes(1)));
		this.time.advance(Duration.ofSeconds(30));
		this.store.expire(KEY);
		this.time.advance(Duration.ofSeconds(15));
		assertThat(election.isLeader()).as("in a term of its own again").isTrue();
		this.time.advance(Duration.ofSeconds(20));
		assertThat(election.isLeader()).as("the tenure counts from the new term").isTrue();
		assertThat(this.recorder.received).contains("revoked billing LOST").doesNotContain("revoked billing TENURE");
	}

	@SuppressWarnings("NullAway") // what is forbidden
	static Stream<Tenure> brokenTenures() {
		return Stream.of((granted) -> null, (granted) -> {
			throw new IllegalStateException("no schedule");
		});
	}

	@ParameterizedTest
	@MethodSource("brokenTenures")
	void brokenTenureDoesNotEndTheTerm(Tenure tenure) {
		LeaderElection election = lead(tenure);
		this.time.advance(Duration.ofHours(1));
		assertThat(election.isLeader()).isTrue();
		assertThat(this.recorder.received).startsWith("granted billing");
	}

	@Test
	void threeInstancesTakeTurnsOverTenTerms() {
		Duration period = COOL_DOWN.minusSeconds(1);
		Tenure schedule = (granted) -> Tenure.End
			.at(Instant.ofEpochSecond((granted.getEpochSecond() / period.toSeconds() + 1) * period.toSeconds()));
		List<LeaderElection> instances = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			instances.add(follow(engine(schedule), "billing"));
		}
		// Checks are made between the ends of terms
		this.time.advance(period.plusSeconds(1));
		List<String> leaders = new ArrayList<>();
		for (int term = 0; term < 10; term++) {
			List<LeaderElection> leading = instances.stream().filter(LeaderElection::isLeader).toList();
			assertThat(leading).as("term %d", term).hasSize(1);
			String leader = leading.get(0).leader().map(Leader::id).orElseThrow();
			if (term > 0) {
				assertThat(leaders.get(term - 1)).as("term %d is another's", term).isNotEqualTo(leader);
			}
			leaders.add(leader);
			this.time.advance(period);
		}
		assertThat(leaders.stream().distinct()).hasSize(3);
	}

	@Test
	void tenureHasNoEffectOnASoleCandidate() {
		ElectionEngine engine = ElectionEngineBuilder.alwaysLeading()
			.time(this.time)
			.elections(ElectionSettings.DEFAULT.withTenure(Tenure.of(Duration.ofMinutes(1))))
			.build();
		LeaderElection election = follow(engine, "billing");
		this.time.advance(Duration.ofHours(1));
		assertThat(election.isLeader()).isTrue();
	}

	@Test
	void durationMustBeAboveZero() {
		assertThatIllegalArgumentException().isThrownBy(() -> Tenure.of(Duration.ZERO)).withMessageContaining("PT0S");
		assertThatIllegalArgumentException().isThrownBy(() -> Tenure.End.after(Duration.ofSeconds(-1)))
			.withMessageContaining("above 0s");
	}

}
