/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Phaser;

import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ManualTimeTests {

	private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

	private final List<String> log = new ArrayList<>();

	@Test
	void tasksRunAtTheirInstantInOrder() {
		ManualScheduler one = this.time.newScheduler();
		ManualScheduler other = this.time.newScheduler();
		one.schedule(Duration.ofSeconds(3), () -> log("late"));
		other.schedule(Duration.ofSeconds(1), () -> log("early"));
		one.schedule(Duration.ofSeconds(1), () -> log("early too"));
		one.execute(() -> log("now"));
		other.schedule(Duration.ofSeconds(-1), () -> log("past"));
		one.schedule(Duration.ofSeconds(4), () -> log("never"));
		this.time.advance(Duration.ofMillis(3500));
		assertThat(this.log).containsExactly("now 0", "past 0", "early 1000", "early too 1000", "late 3000");
		assertThat(this.time.wallClock().instant()).isEqualTo(Instant.parse("2026-01-01T00:00:03.500Z"));
		assertThat(one.waiting()).isEqualTo(1);
	}

	@Test
	void tasksSubmittedByTasksRunInTheSameMove() {
		ManualScheduler scheduler = this.time.newScheduler();
		scheduler.schedule(Duration.ofSeconds(1), () -> {
			log("first");
			scheduler.schedule(Duration.ofSeconds(1), () -> log("second"));
			scheduler.execute(() -> log("at once"));
		});
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.log).containsExactly("first 1000", "at once 1000", "second 2000");
	}

	@Test
	void cancelledTasksAndClosedSchedulersRunNothing() {
		ManualScheduler scheduler = this.time.newScheduler();
		scheduler.schedule(Duration.ofSeconds(1), () -> log("cancelled")).cancel();
		this.time.advance(Duration.ofSeconds(1));
		scheduler.schedule(Duration.ZERO, () -> log("closed"));
		scheduler.close();
		scheduler.execute(() -> log("after close"));
		this.time.runDue();
		assertThat(this.log).isEmpty();
		assertThat(scheduler.waiting()).isZero();
	}

	@Test
	void clocksPartWhenMovedAlone() {
		ManualScheduler scheduler = this.time.newScheduler();
		scheduler.schedule(Duration.ofSeconds(1), () -> log("task"));
		this.time.wallClock().advance(Duration.ofHours(-1));
		assertThat(this.time.wallClock().instant()).isEqualTo(Instant.parse("2025-12-31T23:00:00Z"));
		this.time.ticker().advance(Duration.ofSeconds(2));
		assertThat(this.log).isEmpty();
		this.time.runDue();
		assertThat(this.log).hasSize(1);
		this.time.wallClock().set(Instant.EPOCH.minusMillis(1));
		assertThat(this.time.wallClock().millis()).isEqualTo(-1);
	}

	@Test
	void tasksDueAfterAJumpRunOnceAtItsEnd() {
		ManualScheduler scheduler = this.time.newScheduler();
		scheduler.schedule(Duration.ofMinutes(1), () -> log("once"));
		scheduler.repeat(Duration.ofMinutes(1), () -> log("repeated"));
		scheduler.schedule(Duration.ofHours(3), () -> log("later"));
		this.time.wallClock().advance(Duration.ofHours(2));
		this.time.ticker().advance(Duration.ofHours(2));
		this.time.runDue();
		assertThat(this.log).containsExactly("once 7200000", "repeated 7200000");
		assertThat(this.time.advanceToNext()).isTrue();
		assertThat(this.log).last().isEqualTo("repeated 7260000");
	}

	@Test
	void subclassRunsTasksOnOtherThreads() {
		Thread test = Thread.currentThread();
		Phaser tasks = new Phaser(1);
		ManualTime threaded = new ManualTime() {

			@Override
			public ManualScheduler scheduler(String threadName) {
				return newScheduler(TimeSystem.system().workers(threadName, 1));
			}

			@Override
			public void settle() {
				tasks.arriveAndAwaitAdvance();
			}

		};
		List<Boolean> onTheTest = new CopyOnWriteArrayList<>();
		Runnable task = () -> {
			onTheTest.add(Thread.currentThread() == test);
			tasks.arriveAndDeregister();
		};
		try (Scheduler scheduler = threaded.scheduler("task")) {
			tasks.register();
			scheduler.execute(task);
			threaded.settle();
			assertThat(onTheTest).as("a task without a delay starts at once").containsExactly(false);
			tasks.bulkRegister(2);
			scheduler.schedule(Duration.ofSeconds(1), task);
			scheduler.schedule(Duration.ofSeconds(1), task);
			threaded.pass(Duration.ofSeconds(1));
			threaded.settle();
			assertThat(onTheTest).containsExactly(false, false, false);
		}
	}

	@Test
	void exceptionOfATaskReachesTheCallerAndOthersRun() {
		ManualScheduler scheduler = this.time.newScheduler();
		scheduler.execute(() -> {
			throw new IllegalStateException("wanted");
		});
		scheduler.execute(() -> log("next"));
		assertThatIllegalStateException().isThrownBy(this.time::runDue).withMessage("wanted");
		this.time.runDue();
		assertThat(this.log).containsExactly("next 0");
	}

	@Test
	void timeDoesNotGoBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.time.advance(Duration.ofNanos(-1)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.time.ticker().advance(Duration.ofNanos(-1)));
	}

	@Test
	void aTickerSurvivesItsOverflow() {
		ManualTicker ticker = new ManualTicker(Long.MAX_VALUE);
		long before = ticker.nanos();
		ticker.advance(Duration.ofSeconds(1));
		assertThat(ticker.nanos() - before).isEqualTo(1_000_000_000L);
	}

	private void log(String what) {
		long start = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
		this.log.add(what + " " + (this.time.wallClock().millis() - start));
	}

}
