/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.actuate.LeaderElectionHealthContributorAutoConfiguration;
import io.leaderelection.guard.Contexts;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the health of jobs that do not run as expected.
 */
@ExtendWith(OutputCaptureExtension.class)
class TickHealthTests extends TickHarness {

	private final ApplicationContextRunner jobs = this.runner
		.withConfiguration(AutoConfigurations.of(LeaderElectionHealthContributorAutoConfiguration.class));

	private @Nullable Object problem() {
		Map<?, ?> details = (Map<?, ?>) bean(HealthIndicator.class).health().getDetails().get("default");
		return details.get("tick invoices");
	}

	@Test
	void tickThatIsGivenUpIsADetailUntilTheTermEnds() {
		recorded(NOON.minus(HOUR), TickEntry.State.BEGUN, 1, 3);
		leading(this.jobs, Job.class, (job, its) -> {
			assertThat(problem()).isNull();
			call(job::run);
			assertThat(this.outcomes).containsExactly("invoices GIVEN_UP 1");
			assertThat(problem()).asString()
				.contains("\"invoices\" is given up")
				.contains("maxAttempts")
				.contains("Find out what ended the instances");
			election().stepDown(Duration.ZERO);
			this.time.advance(Duration.ofSeconds(1));
			until(() -> election().isLeader());
			assertThat(problem()).isNull();
		});
	}

	@Test
	void tickOfAWrongClockIsADetailUntilOneIsFinished() {
		recorded(NOON.plus(Duration.ofDays(365)), TickEntry.State.FINISHED, 1, 1);
		leading(this.jobs, Job.class, (job, its) -> {
			call(job::run);
			assertThat(this.outcomes).containsExactly("invoices CLOCK 1");
			assertThat(problem()).asString().contains("far in the future").contains("Check the clocks");
			advanceTo(NOON);
			call(job::run);
			assertThat(its.runs).containsExactly(NOON);
			assertThat(problem()).isNull();
		});
	}

	@Test
	void leaderWithoutASchedulerLogsOnce(CapturedOutput output) {
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 1, 1);
		leading(this.jobs, Job.class, (job, its) -> {
			this.time.advance(Duration.ofSeconds(5));
			assertThat(problem()).asString().contains("no scheduler").contains("@EnableScheduling");
			assertThat(output).containsOnlyOnce("no scheduler");
		});
	}

	@Test
	void leaderWhoseSchedulerCallsHasNoProblem(CapturedOutput output) {
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 1, 1);
		leading(this.jobs.withUserConfiguration(Contexts.Scheduling.class), Job.class, (job, its) -> {
			this.time.advance(Duration.ofSeconds(5));
			until(() -> !its.runs.isEmpty());
			assertThat(output).doesNotContain("no scheduler");
		});
	}

	@Test
	void electionOfAnotherKindDoesNotBlockOtherTicks() throws Exception {
		LeaderElections elections = Mockito.mock(LeaderElections.class);
		LeaderElection election = Mockito.mock(LeaderElection.class);
		Mockito.when(elections.find("default")).thenReturn(Optional.of(election));
		Mockito.when(election.isLeader()).thenReturn(true);
		Leadership term = Mockito.mock(Leadership.class);
		Mockito.when(election.leadership()).thenReturn(Optional.of(term));
		TickJob job = invoices(this.time.wallClock(), (name) -> HOUR);
		new TickWatch(elections, List.of(job), Mockito.mock(ScheduledRunnables.class)).check();
		assertThat(job.status(term).problem()).contains("keeps no notes");
	}

	@Test
	void notesOfUnknownJobsAreDroppedAfterNinetyDays() {
		recorded(Map.of("tick:recent", before(Duration.ofDays(89)), "tick:old", before(Duration.ofDays(91)), "tick:odd",
				"odd"));
		leading(this.jobs, Job.class, (job, its) -> {
			this.time.advance(Duration.ofSeconds(10));
			Leadership term = election().leadership().orElseThrow();
			LibraryNotes notes = LibraryNotes.of(term);
			until(() -> !notes.notes().containsKey("tick:old"));
			assertThat(notes.notes()).containsKeys("tick:recent", "tick:odd");
			notes.note("tick:later", before(Duration.ofDays(91)));
			this.time.advance(Duration.ofHours(1));
			assertThat(notes.notes()).containsKey("tick:later");
			this.time.advance(Duration.ofHours(23));
			assertThat(notes.notes()).doesNotContainKey("tick:later");
			assertThat(election().leadership()).contains(term);
		});
	}

	/** Returns the note of a tick that finished this long ago. */
	private static String before(Duration length) {
		return new TickEntry(NOON.minus(length), TickEntry.State.FINISHED, 1, 1, "AbCd1234").text();
	}

}
