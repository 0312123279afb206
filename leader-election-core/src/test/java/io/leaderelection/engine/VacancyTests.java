/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for reports of vacancies, in stepped time.
 */
class VacancyTests extends EngineRig {

	private static final Duration THRESHOLD = Duration.ofSeconds(40);

	private ElectionEngine engine(@Nullable Duration threshold) {
		ElectionEngine engine = builder().vacancyThreshold(threshold).build();
		engine.addListener(this.recorder);
		return engine;
	}

	static Stream<Arguments> thresholds() {
		return Stream.of(arguments(THRESHOLD, THRESHOLD), arguments(null, TIMING.lease()));
	}

	@ParameterizedTest
	@MethodSource("thresholds")
	void vacancyIsReportedOnceAfterTheThreshold(@Nullable Duration threshold, Duration after) {
		ElectionEngine engine = engine(threshold);
		LeaderElection election = engine.join("billing").election();
		this.store.down(true);
		engine.start();
		this.time.advance(after.minusMillis(1));
		assertThat(this.recorder.absences).isEmpty();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.recorder.absences).singleElement().satisfies((absence) -> {
			assertThat(absence.election()).isEqualTo("billing");
			assertThat(absence.length()).isEqualTo(after);
			assertThat(absence.since()).isEqualTo(election.status().vacantSince());
		});
		this.time.advance(Duration.ofHours(1));
		assertThat(this.recorder.absences).hasSize(1);
		this.store.down(false);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
		this.store.down(true);
		this.time.advance(Duration.ofMinutes(2));
		assertThat(this.recorder.absences).as("the next vacancy").hasSize(2);
	}

	@Test
	void vacancyThatEndsInTimeIsNotReported() {
		ElectionEngine engine = engine(THRESHOLD);
		LeaderElection election = follow(engine, "billing");
		this.time.advance(Duration.ofMinutes(1));
		for (int i = 0; i < 10; i++) {
			election.stepDown(Duration.ofSeconds(30));
			this.time.advance(Duration.ofSeconds(35));
			assertThat(election.isLeader()).isTrue();
		}
		assertThat(this.recorder.absences).isEmpty();
	}

	@Test
	void everyInstanceIsNotifiedEvenAPausedOne() {
		LeaderElection paused = lead(engine(THRESHOLD), "billing");
		LeaderElection following = follow(engine(THRESHOLD), "billing");
		paused.pause();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(following.isLeader()).isTrue();
		assertThat(paused.leader()).as("observes").isPresent();
		following.pause();
		this.time.advance(THRESHOLD.plusSeconds(5));
		assertThat(paused.leader()).isEmpty();
		assertThat(this.recorder.absences).hasSize(2);
	}

	@Test
	void stoppedInstanceReportsNoVacancy() {
		ElectionEngine engine = engine(THRESHOLD);
		follow(engine, "billing");
		engine.stop();
		this.time.advance(Duration.ofHours(1));
		assertThat(this.recorder.absences).isEmpty();
	}

}
