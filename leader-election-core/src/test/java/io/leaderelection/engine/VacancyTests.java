/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipListener;
import io.leaderelection.protocol.Rig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for reports of vacancies, in stepped time.
 */
class VacancyTests {

	private static final Duration THRESHOLD = Duration.ofSeconds(40);

	private final SteppedTime time = new SteppedTime();

	private final ListedStore store = new ListedStore(this.time.wallClock());

	private final List<LeaderAbsence> absences = new ArrayList<>();

	private ElectionEngine engine(@Nullable Duration threshold) {
		ElectionEngine engine = ElectionEngineBuilder.of(this.store, ListedStore.TRAITS)
			.time(this.time)
			.timing(Rig.TIMING)
			.vacancyThreshold(threshold)
			.build();
		engine.addListener(new LeadershipListener() {

			@Override
			public void leaderAbsent(LeaderAbsence absence) {
				VacancyTests.this.absences.add(absence);
			}

		});
		return engine;
	}

	private void storeIsAway(boolean away) {
		this.store.failing(away ? (operation) -> new IllegalStateException("away") : null);
	}

	@Test
	void vacancyIsReportedOnceAfterTheThreshold() {
		ElectionEngine engine = engine(THRESHOLD);
		LeaderElection election = engine.join("billing").election();
		storeIsAway(true);
		engine.start();
		this.time.advance(THRESHOLD.minusMillis(1));
		assertThat(this.absences).isEmpty();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.absences).singleElement().satisfies((absence) -> {
			assertThat(absence.election()).isEqualTo("billing");
			assertThat(absence.length()).isEqualTo(THRESHOLD);
			assertThat(absence.since()).isEqualTo(election.status().vacantSince());
		});
		this.time.advance(Duration.ofHours(1));
		assertThat(this.absences).hasSize(1);
	}

	@Test
	void nextVacancyIsReportedAgain() {
		ElectionEngine engine = engine(THRESHOLD);
		LeaderElection election = engine.join("billing").election();
		storeIsAway(true);
		engine.start();
		this.time.advance(THRESHOLD);
		storeIsAway(false);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
		storeIsAway(true);
		this.time.advance(Duration.ofMinutes(2));
		assertThat(this.absences).hasSize(2);
	}

	@Test
	void vacancyThatEndsInTimeIsNotReported() {
		ElectionEngine engine = engine(THRESHOLD);
		LeaderElection election = engine.join("billing").election();
		engine.start();
		this.time.advance(Duration.ofMinutes(1));
		for (int i = 0; i < 10; i++) {
			election.stepDown(Duration.ofSeconds(30));
			this.time.advance(Duration.ofSeconds(35));
			assertThat(election.isLeader()).isTrue();
		}
		assertThat(this.absences).isEmpty();
	}

	@Test
	void defaultThresholdIsTheLease() {
		ElectionEngine engine = engine(null);
		engine.join("billing");
		storeIsAway(true);
		engine.start();
		this.time.advance(Rig.TIMING.lease().minusMillis(1));
		assertThat(this.absences).isEmpty();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.absences).hasSize(1);
	}

	@Test
	void everyInstanceIsNotifiedEvenAPausedOne() {
		ElectionEngine one = engine(THRESHOLD);
		LeaderElection paused = one.join("billing").election();
		ElectionEngine other = engine(THRESHOLD);
		LeaderElection following = other.join("billing").election();
		one.start();
		this.time.runReady();
		other.start();
		paused.pause();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(following.isLeader()).isTrue();
		assertThat(paused.leader()).as("observes").isPresent();
		following.pause();
		this.time.advance(THRESHOLD.plusSeconds(5));
		assertThat(paused.leader()).isEmpty();
		assertThat(this.absences).hasSize(2);
	}

	@Test
	void stoppedInstanceReportsNoVacancy() {
		ElectionEngine engine = engine(THRESHOLD);
		engine.join("billing");
		engine.start();
		this.time.runReady();
		engine.stop();
		this.time.advance(Duration.ofHours(1));
		assertThat(this.absences).isEmpty();
	}

	@Test
	void thresholdMustBeAboveZero() {
		assertThatIllegalArgumentException().isThrownBy(() -> engine(Duration.ZERO)).withMessageContaining("PT0S");
	}

}
