/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.Contexts;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.support.ScheduledMethodRunnable;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for once-per-tick jobs in manual time. The test moves time while a job waits for
 * the store.
 */
class OncePerTickTests extends TickHarness {

	@Test
	void callRunsTheTickOnceAndNotesBeginningAndEnd() {
		leading(Job.class, (job, its) -> {
			call(job::run);
			assertThat(its.runs).isEmpty();
			assertThat(last()).extracting(TickStatus.Last::tick, TickStatus.Last::state)
				.containsExactly(NOON.minus(HOUR), TickStatus.State.NOTED);
			advanceTo(NOON);
			its.inside = () -> assertThat(last()).extracting(TickStatus.Last::state).isEqualTo(TickStatus.State.BEGUN);
			call(job::run);
			call(job::run);
			assertThat(its.runs).containsExactly(NOON);
			assertThat(Ticks.current()).isEmpty();
			assertThat(last()).isEqualTo(new TickStatus.Last(NOON, TickStatus.State.FINISHED, 1,
					election().leadership().orElseThrow().fencingToken()));
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
		});
	}

	@Test
	void tickWithoutACallRunsTheRegisteredMethod() {
		leading(this.runner.withUserConfiguration(Contexts.Scheduling.class), Job.class, (job, its) -> {
			advanceTo(NOON.plusMillis(999));
			assertThat(its.runs).isEmpty();
			advanceTo(NOON.plusSeconds(3));
			until(() -> !its.runs.isEmpty());
			assertThat(its.threads).allMatch((name) -> name.startsWith("pool-") || name.startsWith("scheduling-"));
			until(() -> last().state() == TickStatus.State.FINISHED);
			assertThat(last().tick()).isEqualTo(NOON);
		});
	}

	@Test
	void missedTickIsCaughtUpAfterTheGrant() {
		recorded(NOON.minus(HOUR.multipliedBy(3)), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withUserConfiguration(Contexts.Scheduling.class), Job.class, (job, its) -> {
			this.time.advance(Duration.ofSeconds(1));
			until(() -> !its.runs.isEmpty());
			until(() -> last().state() == TickStatus.State.FINISHED);
			assertThat(last().tick()).isEqualTo(NOON.minus(HOUR));
			assertThat(this.outcomes).containsExactlyInAnyOrder("invoices CAUGHT_UP 1", "invoices MISSED 1");
		});
	}

	@Test
	void tickThatIsDueInASuspensionIsCaughtUpAfterIt() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withUserConfiguration(Contexts.Scheduling.class), Job.class, (job, its) -> {
			election().suspend("a migration");
			until(() -> election().status().state() == ElectionState.SUSPENDED);
			advanceTo(NOON.plusSeconds(90));
			call(job::run);
			assertThat(its.runs).isEmpty();
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> ticks().runNow("invoices"));
			election().unsuspend();
			until(() -> election().isLeader());
			this.time.advance(Duration.ofSeconds(1));
			until(() -> !its.runs.isEmpty());
			assertThat(its.runs).containsExactly(NOON);
		});
	}

	@Test
	void runThatLosesItsTermIsRepeatedByTheSuccessor() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(Job.class, (job, its) -> {
			advanceTo(NOON);
			CountDownLatch inside = new CountDownLatch(1);
			its.inside = () -> {
				inside.countDown();
				try {
					new CountDownLatch(1).await();
				}
				catch (InterruptedException ex) {
					// A job that ends when it is interrupted
				}
			};
			CompletableFuture<Void> call = begin(job::run);
			until(() -> inside.getCount() == 0);
			long first = election().leadership().orElseThrow().fencingToken();
			// Moves the clock without running tasks, as in a suspended process
			this.time.ticker().advance(Duration.ofMinutes(1));
			this.time.wallClock().advance(Duration.ofMinutes(1));
			until(call::isDone);
			its.inside = () -> {
			};
			this.time.advance(Duration.ofMinutes(2));
			until(() -> election().leadership().filter((term) -> term.fencingToken() > first).isPresent());
			call(job::run);
			assertThat(its.runs).hasSize(2);
			assertThat(last()).extracting(TickStatus.Last::tick, TickStatus.Last::state, TickStatus.Last::attempt)
				.containsExactly(NOON, TickStatus.State.FINISHED, 2);
			assertThat(this.outcomes).containsExactly("invoices RUN 1", "invoices REPEATED 1");
		});
	}

	@Test
	void stageIsFinishedWhenItIsComplete() {
		leading(StageJob.class, (job, its) -> {
			call(job::run);
			advanceTo(NOON);
			call(job::run);
			assertThat(last().state()).isEqualTo(TickStatus.State.BEGUN);
			call(job::run);
			assertThat(its.stages).as("the lane is busy").hasSize(1);
			its.stages.get(0).complete(null);
			until(() -> last().state() == TickStatus.State.FINISHED);
		});
	}

	@Test
	void handoverWaitsForTheEndToBeWritten() {
		leading(Job.class, (job, its) -> {
			call(job::run);
			advanceTo(NOON);
			CountDownLatch inside = new CountDownLatch(1);
			CountDownLatch end = new CountDownLatch(1);
			its.inside = () -> {
				inside.countDown();
				end.await();
			};
			CompletableFuture<Void> call = begin(job::run);
			until(() -> inside.getCount() == 0);
			CompletableFuture<Void> handover = election().stepDown().toCompletableFuture();
			this.time.runDue();
			assertThat(handover).isNotDone();
			end.countDown();
			until(handover::isDone);
			call.join();
			this.time.advance(Duration.ofMinutes(1));
			until(() -> election().isLeader());
			assertThat(last()).extracting(TickStatus.Last::tick, TickStatus.Last::state)
				.containsExactly(NOON, TickStatus.State.FINISHED);
			call(job::run);
			assertThat(its.runs).hasSize(1);
		});
	}

	@Test
	void severalExpressionsAreOneCalendar() {
		leading(this.runner.withPropertyValues("twice.cron=0 30 * * * *"), TwiceJob.class, (job, its) -> {
			call(job::run);
			for (int half = 0; half < 4; half++) {
				advanceTo(NOON.plus(Duration.ofMinutes(30L * half)));
				call(job::run);
				call(job::run);
			}
			assertThat(its.runs).hasSize(4);
		});
	}

	@Test
	void methodSwitchedOffWritesNothing() {
		leading(this.runner.withPropertyValues("twice.cron=-", "other.cron=-"), TwiceJob.class, (job, its) -> {
			call(job::run);
			assertThat(last()).isNull();
			assertThat(ticks().all().get(0).next()).isNull();
			ticks().runNow("twice");
			until(() -> !its.runs.isEmpty());
			until(() -> !ticks().all().get(0).running());
			assertThat(last()).as("a run by hand counts for no tick").isNull();
		});
	}

	@Test
	@DisplayName("A direct call runs the job: as the tick that is due, else beside the ticks")
	void directCallRunsTheJob() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(Job.class, (job, its) -> {
			callDirectly(job::run);
			assertThat(its.runs).hasSize(1);
			assertThat(last().tick()).as("counts for no tick").isEqualTo(NOON.minus(HOUR));
			assertThat(this.outcomes).isEmpty();
			advanceTo(NOON);
			callDirectly(job::run);
			assertThat(last()).extracting(TickStatus.Last::tick, TickStatus.Last::state)
				.containsExactly(NOON, TickStatus.State.FINISHED);
			ScheduledMethodRunnable scheduled = new ScheduledMethodRunnable(job, Job.class.getDeclaredMethod("run"));
			callDirectly(scheduled::run);
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
			assertThat(its.runs).as("nothing is due for the scheduler").hasSize(2);
		});
	}

	/** As in a test of an application that switches scheduling off. */
	@Test
	void directCallOfTheFirstLeaderRunsTheJobEachTime() {
		Contexts.leading().withBean(EverySecond.class).run((context) -> {
			EverySecond job = context.getBean(EverySecond.class);
			EverySecond its = AopTestUtils.getTargetObject(job);
			job.run();
			job.run();
			assertThat(its.ran).hasSize(2);
		});
	}

	@Test
	void directCallWhileTheJobRunsIsRefused() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(Job.class, (job, its) -> {
			CountDownLatch end = new CountDownLatch(1);
			its.inside = end::await;
			CompletableFuture<Void> running = beginDirectly(job::run);
			until(() -> !its.runs.isEmpty());
			CompletableFuture<Void> second = beginDirectly(job::run);
			until(second::isDone);
			assertThatThrownBy(second::join).hasCauseInstanceOf(IllegalStateException.class)
				.hasMessageContaining("\"invoices\" is running");
			end.countDown();
			until(running::isDone);
			assertThat(its.runs).hasSize(1);
		});
	}

	@Test
	void jobThatCallsAnotherJobCallsItDirectly() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withUserConfiguration(Contexts.Scheduling.class).withBean(Caller.class), Job.class,
				(job, its) -> {
					until(() -> !its.runs.isEmpty());
					assertThat(last().tick()).isEqualTo(NOON.minus(HOUR));
				});
	}

	static class Caller {

		private final Job job;

		Caller(Job job) {
			this.job = job;
		}

		@Scheduled(fixedDelay = 50)
		void call() throws InterruptedException {
			this.job.run();
		}

	}

	@Test
	void operatorRunsAJobByHand() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withUserConfiguration(Contexts.Scheduling.class), Job.class, (job, its) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> ticks().runNow("bills"))
				.withMessageContaining("[invoices]");
			assertThatIllegalArgumentException().isThrownBy(() -> ticks().runNow("default", "bills"))
				.withMessageContaining("[invoices]");
			CountDownLatch end = new CountDownLatch(1);
			its.inside = end::await;
			ticks().runNow("invoices");
			until(() -> !its.runs.isEmpty());
			assertThatIllegalStateException().isThrownBy(() -> ticks().runNow("default", "invoices"))
				.withMessageContaining("is running");
			end.countDown();
			until(() -> !ticks().all().get(0).running());
			assertThat(last().tick()).isEqualTo(NOON.minus(HOUR));
			advanceTo(NOON);
			call(job::run);
			assertThat(its.runs).hasSize(2);
		});
	}

	@Test
	void onlyTheLeaderRunsAJobByHand() {
		Contexts.following()
			.withBean(Job.class)
			.run((context) -> assertThatExceptionOfType(NotLeaderException.class)
				.isThrownBy(() -> context.getBean(Ticks.class).runNow("invoices")));
	}

	@Test
	@DisplayName("An unreadable entry keeps its job from running until it is forgotten")
	void unreadableEntryKeepsTheJobFromRunning() {
		recorded(Map.of(TickEntry.key("invoices"), "yesterday"));
		leading(Job.class, (job, its) -> {
			advanceTo(NOON);
			call(job::run);
			assertThat(its.runs).isEmpty();
			assertThat(ticks().all().get(0).problem()).contains("yesterday");
		});
	}

	@Test
	@DisplayName("After many jobs were renamed, the notes of the former ones make room, the oldest first")
	void notesOfFormerJobsMakeRoom() {
		Map<String, String> notes = new HashMap<>();
		for (int i = 0; i < 400; i++) {
			Instant tick = NOON.minus(Duration.ofDays(2)).minus(Duration.ofHours(i));
			notes.put("tick:former-%03d".formatted(i),
					new TickEntry(tick, TickEntry.State.FINISHED, 1767225600000L, 1, "AbCd1234").text());
		}
		notes.put("tick:recent", new TickEntry(NOON, TickEntry.State.FINISHED, 1, 1, "AbCd1234").text());
		recorded(notes);
		leading(Job.class, (job, its) -> {
			this.time.advance(Duration.ofSeconds(10));
			Leadership term = election().leadership().orElseThrow();
			until(() -> characters(term) < LibraryNotes.MAX_CHARACTERS * 3 / 4);
			assertThat(LibraryNotes.of(term).notes()).containsKeys("tick:former-000", "tick:recent")
				.doesNotContainKey("tick:former-399");
			advanceTo(NOON.plus(Duration.ofHours(1)));
			call(job::run);
			assertThat(its.runs).isNotEmpty();
		});
	}

	private static int characters(Leadership term) {
		return LibraryNotes.of(term)
			.notes()
			.entrySet()
			.stream()
			.mapToInt((note) -> note.getKey().length() + note.getValue().length())
			.sum();
	}

	@Test
	void instanceThatLeadsAloneKeepsTicksInMemory() {
		Contexts.leading().withBean(EverySecond.class).run((context) -> {
			EverySecond job = context.getBean(EverySecond.class);
			EverySecond its = AopTestUtils.getTargetObject(job);
			its.ticks = () -> context.getBean(Ticks.class).all().get(0).last().tick();
			Ticks ticks = context.getBean(Ticks.class);
			while (its.ran.size() < 2) {
				ticks.call(ticks.all().get(0).name());
			}
			assertThat(its.ran).doesNotHaveDuplicates().isSorted();
		});
	}

	static class EverySecond {

		final List<Instant> ran = new CopyOnWriteArrayList<>();

		volatile Supplier<Instant> ticks = () -> NOON;

		@Scheduled(cron = "* * * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick
		void run() {
			this.ran.add(this.ticks.get());
		}

	}

	static class StageJob {

		final List<CompletableFuture<Void>> stages = new CopyOnWriteArrayList<>();

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "invoices")
		CompletableFuture<Void> run() {
			CompletableFuture<Void> stage = new CompletableFuture<>();
			this.stages.add(stage);
			return stage;
		}

	}

	static class TwiceJob {

		final List<Instant> runs = new CopyOnWriteArrayList<>();

		@Scheduled(cron = "${other.cron:@hourly}", zone = "UTC")
		@Scheduled(cron = "${twice.cron}", zone = "${a.zone:UTC}")
		@OnLeader
		@OncePerTick(name = "twice")
		void run() {
			this.runs.add(NOON);
		}

	}

}
