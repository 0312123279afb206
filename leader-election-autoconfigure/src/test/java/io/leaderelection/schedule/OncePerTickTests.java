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

import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.Contexts;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for once-per-tick jobs in manual time. The test moves time while a job waits for
 * the store.
 */
@Timeout(40)
class OncePerTickTests extends TickHarness {

	@Test
	void callRunsTheTickOnceAndNotesBeginningAndEnd() {
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			call(job::run);
			assertThat(runs(job)).isEmpty();
			assertThat(last(context)).extracting(TickStatus.Last::tick, TickStatus.Last::state)
				.containsExactly(NOON.minus(HOUR), TickStatus.State.NOTED);
			advanceTo(NOON);
			AopTestUtils.<Job>getTargetObject(job).inside = () -> assertThat(last(context))
				.extracting(TickStatus.Last::state)
				.isEqualTo(TickStatus.State.BEGUN);
			call(job::run);
			call(job::run);
			assertThat(runs(job)).containsExactly(NOON);
			assertThat(Ticks.current()).isEmpty();
			assertThat(last(context)).isEqualTo(new TickStatus.Last(NOON, TickStatus.State.FINISHED, 1,
					election(context).leadership().orElseThrow().fencingToken()));
			assertThat(this.outcomes).containsExactly("invoices RUN 1");
		});
	}

	@Test
	void tickWithoutACallRunsTheRegisteredMethod() {
		leading(this.runner.withBean(Job.class).withUserConfiguration(Scheduling.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON.plusMillis(999));
			assertThat(runs(job)).isEmpty();
			advanceTo(NOON.plusSeconds(3));
			until(() -> !runs(job).isEmpty());
			assertThat(AopTestUtils.<Job>getTargetObject(job).threads)
				.allMatch((name) -> name.startsWith("pool-") || name.startsWith("scheduling-"));
			until(() -> last(context).state() == TickStatus.State.FINISHED);
			assertThat(last(context).tick()).isEqualTo(NOON);
		});
	}

	@Test
	void missedTickIsCaughtUpAfterTheGrant() {
		recorded(NOON.minus(HOUR.multipliedBy(3)), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class).withUserConfiguration(Scheduling.class), (context) -> {
			Job job = context.getBean(Job.class);
			this.time.advance(Duration.ofSeconds(1));
			until(() -> !runs(job).isEmpty());
			until(() -> last(context).state() == TickStatus.State.FINISHED);
			assertThat(last(context).tick()).isEqualTo(NOON.minus(HOUR));
			assertThat(this.outcomes).containsExactlyInAnyOrder("invoices CAUGHT_UP 1", "invoices MISSED 1");
		});
	}

	@Test
	void runThatLosesItsTermIsRepeatedByTheSuccessor() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON);
			CountDownLatch inside = new CountDownLatch(1);
			AopTestUtils.<Job>getTargetObject(job).inside = () -> {
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
			long first = election(context).leadership().orElseThrow().fencingToken();
			// Moves the clock without running tasks, as in a suspended process
			this.time.ticker().advance(Duration.ofMinutes(1));
			this.time.wallClock().advance(Duration.ofMinutes(1));
			until(call::isDone);
			AopTestUtils.<Job>getTargetObject(job).inside = () -> {
			};
			this.time.advance(Duration.ofMinutes(2));
			until(() -> election(context).leadership().filter((term) -> term.fencingToken() > first).isPresent());
			call(job::run);
			assertThat(runs(job)).hasSize(2);
			assertThat(last(context))
				.extracting(TickStatus.Last::tick, TickStatus.Last::state, TickStatus.Last::attempt)
				.containsExactly(NOON, TickStatus.State.FINISHED, 2);
			assertThat(this.outcomes).containsExactly("invoices RUN 1", "invoices REPEATED 1");
		});
	}

	@Test
	void jobThatThrowsHasFinishedItsTick() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON);
			AopTestUtils.<Job>getTargetObject(job).inside = () -> {
				throw new IllegalStateException("no paper");
			};
			CompletableFuture<Void> call = begin(job::run);
			until(call::isDone);
			assertThat(call).isCompletedExceptionally();
			assertThat(last(context).state()).isEqualTo(TickStatus.State.FINISHED);
		});
	}

	@Test
	void runThatIsStalledHasNotFinished() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(StallingJob.class), (context) -> {
			StallingJob job = context.getBean(StallingJob.class);
			advanceTo(NOON);
			CompletableFuture<Void> call = begin(job::run);
			CountDownLatch begun = AopTestUtils.<StallingJob>getTargetObject(job).begun;
			until(() -> begun.getCount() == 0);
			this.time.advance(Duration.ofSeconds(31));
			until(call::isDone);
			assertThat(call).isCompletedExceptionally();
			this.time.advance(Duration.ofMinutes(2));
			assertThat(last(context).state()).isEqualTo(TickStatus.State.BEGUN);
		});
	}

	@Test
	void stageIsFinishedWhenItIsComplete() {
		leading(this.runner.withBean(StageJob.class), (context) -> {
			StageJob job = context.getBean(StageJob.class);
			call(job::run);
			advanceTo(NOON);
			call(job::run);
			assertThat(last(context).state()).isEqualTo(TickStatus.State.BEGUN);
			call(job::run);
			StageJob target = AopTestUtils.getTargetObject(job);
			assertThat(target.stages).as("the lane is busy").hasSize(1);
			target.stages.get(0).complete(null);
			until(() -> last(context).state() == TickStatus.State.FINISHED);
		});
	}

	@Test
	void handoverWaitsForTheEndToBeWritten() {
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			call(job::run);
			advanceTo(NOON);
			CountDownLatch inside = new CountDownLatch(1);
			CountDownLatch end = new CountDownLatch(1);
			AopTestUtils.<Job>getTargetObject(job).inside = () -> {
				inside.countDown();
				end.await();
			};
			CompletableFuture<Void> call = begin(job::run);
			until(() -> inside.getCount() == 0);
			CompletableFuture<Void> handover = election(context).stepDown().toCompletableFuture();
			this.time.runDue();
			assertThat(handover).isNotDone();
			end.countDown();
			until(handover::isDone);
			call.join();
			this.time.advance(Duration.ofMinutes(1));
			until(() -> election(context).isLeader());
			assertThat(last(context)).extracting(TickStatus.Last::tick, TickStatus.Last::state)
				.containsExactly(NOON, TickStatus.State.FINISHED);
			call(job::run);
			assertThat(runs(job)).hasSize(1);
		});
	}

	@Test
	void severalExpressionsAreOneCalendar() {
		leading(this.runner.withBean(TwiceJob.class).withPropertyValues("twice.cron=0 30 * * * *"), (context) -> {
			TwiceJob job = context.getBean(TwiceJob.class);
			call(job::run);
			for (int half = 0; half < 4; half++) {
				advanceTo(NOON.plus(Duration.ofMinutes(30L * half)));
				call(job::run);
				call(job::run);
			}
			assertThat(AopTestUtils.<TwiceJob>getTargetObject(job).runs).hasSize(4);
		});
	}

	@Test
	void methodSwitchedOffWritesNothing() {
		leading(this.runner.withBean(TwiceJob.class).withPropertyValues("twice.cron=-", "other.cron=-"), (context) -> {
			TwiceJob job = context.getBean(TwiceJob.class);
			call(job::run);
			assertThat(last(context)).isNull();
			assertThat(context.getBean(Ticks.class).all().get(0).next()).isNull();
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(Ticks.class).runNow("twice"))
				.withMessageContaining("\"twice\" is not scheduled");
		});
	}

	@Test
	void operatorRunsAJobByHand() {
		recorded(NOON.minus(HOUR), TickEntry.State.FINISHED, 1, 1);
		leading(this.runner.withBean(Job.class).withUserConfiguration(Scheduling.class), (context) -> {
			Job job = context.getBean(Job.class);
			Ticks ticks = context.getBean(Ticks.class);
			assertThatIllegalArgumentException().isThrownBy(() -> ticks.runNow("bills"))
				.withMessageContaining("[invoices]");
			assertThatIllegalArgumentException().isThrownBy(() -> ticks.runNow("default", "bills"))
				.withMessageContaining("[invoices]");
			CountDownLatch end = new CountDownLatch(1);
			AopTestUtils.<Job>getTargetObject(job).inside = end::await;
			ticks.runNow("invoices");
			until(() -> !runs(job).isEmpty());
			assertThatIllegalStateException().isThrownBy(() -> ticks.runNow("default", "invoices"))
				.withMessageContaining("is running");
			end.countDown();
			until(() -> !ticks.all().get(0).running());
			assertThat(last(context).tick()).isEqualTo(NOON.minus(HOUR));
			advanceTo(NOON);
			call(job::run);
			assertThat(runs(job)).hasSize(2);
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
		leading(this.runner.withBean(Job.class), (context) -> {
			Job job = context.getBean(Job.class);
			advanceTo(NOON);
			call(job::run);
			assertThat(runs(job)).isEmpty();
			assertThat(context.getBean(Ticks.class).all().get(0).problem()).contains("yesterday");
		});
	}

	@Test
	void notesOfUnknownJobsAreDroppedAfterNinetyDays() {
		String recent = new TickEntry(NOON.minus(Duration.ofDays(89)), TickEntry.State.FINISHED, 1, 1, "AbCd1234")
			.text();
		String old = new TickEntry(NOON.minus(Duration.ofDays(91)), TickEntry.State.FINISHED, 1, 1, "AbCd1234").text();
		recorded(Map.of("tick:recent", recent, "tick:old", old, "tick:odd", "odd"));
		leading(this.runner.withBean(Job.class), (context) -> {
			this.time.advance(Duration.ofSeconds(10));
			Leadership term = election(context).leadership().orElseThrow();
			until(() -> !LibraryNotes.of(term).notes().containsKey("tick:old"));
			assertThat(LibraryNotes.of(term).notes()).containsKeys("tick:recent", "tick:odd");
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
		leading(this.runner.withBean(Job.class), (context) -> {
			this.time.advance(Duration.ofSeconds(10));
			Leadership term = election(context).leadership().orElseThrow();
			until(() -> characters(term) < LibraryNotes.MAX_CHARACTERS * 3 / 4);
			assertThat(LibraryNotes.of(term).notes()).containsKeys("tick:former-000", "tick:recent")
				.doesNotContainKey("tick:former-399");
			Job job = context.getBean(Job.class);
			advanceTo(NOON.plus(Duration.ofHours(1)));
			call(job::run);
			assertThat(runs(job)).isNotEmpty();
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
			EverySecond target = AopTestUtils.getTargetObject(job);
			target.ticks = () -> last(context).tick();
			while (target.ran.size() < 2) {
				job.run();
			}
			assertThat(target.ran).doesNotHaveDuplicates().isSorted();
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

	static class StallingJob {

		final CountDownLatch begun = new CountDownLatch(1);

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader(maxDuration = "30s")
		@OncePerTick(name = "invoices")
		void run() throws InterruptedException {
			this.begun.countDown();
			new CountDownLatch(1).await();
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
