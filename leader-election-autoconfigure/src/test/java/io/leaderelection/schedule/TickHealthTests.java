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
import io.leaderelection.autoconfigure.LeaderElectionHealthContributorAutoConfiguration;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the health of jobs that do not run as expected.
 */
@Timeout(40)
@ExtendWith(OutputCaptureExtension.class)
class TickHealthTests extends TickHarness {

	private final ApplicationContextRunner jobs = this.runner
		.withConfiguration(AutoConfigurations.of(LeaderElectionHealthContributorAutoConfiguration.class))
		.withBean(Job.class);

	private static @Nullable Object problem(AssertableApplicationContext context) {
		Map<?, ?> details = (Map<?, ?>) context.getBean(HealthIndicator.class).health().getDetails().get("default");
		return details.get("tick invoices");
	}

	@Test
	void tickThatIsGivenUpIsADetailUntilTheTermEnds() {
		recorded(NOON.minus(HOUR), TickEntry.State.BEGUN, 1, 3);
		leading(this.jobs, (context) -> {
			assertThat(problem(context)).isNull();
			call(context.getBean(Job.class)::run);
			assertThat(this.outcomes).containsExactly("invoices GIVEN_UP 1");
			assertThat(problem(context)).asString()
				.contains("\"invoices\" is given up")
				.contains("maxAttempts")
				.contains("Find out what ended the instances");
			election(context).stepDown(Duration.ZERO);
			this.time.advance(Duration.ofSeconds(1));
			until(() -> election(context).isLeader());
			assertThat(problem(context)).isNull();
		});
	}

	@Test
	void tickOfAWrongClockIsADetailUntilOneIsFinished() {
		recorded(NOON.plus(Duration.ofDays(365)), TickEntry.State.FINISHED, 1, 1);
		leading(this.jobs, (context) -> {
			Job job = context.getBean(Job.class);
			call(job::run);
			assertThat(this.outcomes).containsExactly("invoices CLOCK 1");
			assertThat(problem(context)).asString().contains("far in the future").contains("Check the clocks");
			advanceTo(NOON);
			call(job::run);
			assertThat(runs(job)).containsExactly(NOON);
			assertThat(problem(context)).isNull();
		});
	}

	@Test
	void leaderWithoutASchedulerLogsOnce(CapturedOutput output) {
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 1, 1);
		leading(this.jobs, (context) -> {
			this.time.advance(Duration.ofSeconds(5));
			assertThat(problem(context)).asString().contains("no scheduler").contains("@EnableScheduling");
			assertThat(output).containsOnlyOnce("no scheduler");
		});
	}

	@Test
	void leaderWhoseSchedulerCallsHasNoProblem(CapturedOutput output) {
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 1, 1);
		leading(this.jobs.withUserConfiguration(Scheduling.class), (context) -> {
			this.time.advance(Duration.ofSeconds(5));
			until(() -> !runs(context.getBean(Job.class)).isEmpty());
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
		TickJob job = new TickJob(
				new TickJob.Description("default", "invoices", "job", "job", Job.class.getDeclaredMethod("run")),
				new CronMoments(List.of(hourly())), new TickPolicy(true, null, true, 3),
				new TickContext(this.time.wallClock(), this.time.newScheduler(), (name) -> HOUR, this.listener));
		new TickWatch(elections, List.of(job), Mockito.mock(ScheduledRunnables.class)).check();
		assertThat(job.status(term).problem()).contains("keeps no notes");
	}

	@Test
	void notesThatAreAbandonedLaterAreDroppedWithinADay() {
		leading(this.jobs, (context) -> {
			this.time.advance(Duration.ofSeconds(2));
			Leadership term = election(context).leadership().orElseThrow();
			LibraryNotes notes = LibraryNotes.of(term);
			notes.note("tick:old",
					new TickEntry(NOON.minus(Duration.ofDays(91)), TickEntry.State.FINISHED, 1, 1, "AbCd1234").text());
			this.time.advance(Duration.ofHours(1));
			assertThat(notes.notes()).containsKey("tick:old");
			this.time.advance(Duration.ofHours(23));
			assertThat(notes.notes()).doesNotContainKey("tick:old");
			assertThat(election(context).leadership()).contains(term);
		});
	}

}
