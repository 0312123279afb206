/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.Registration;
import io.leaderelection.StuckTask;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.SteppedTime;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Tasks} with late threads and lost messages to the loop.
 */
class TasksTests {

	private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

	private static final Duration COOL_DOWN = Duration.ofSeconds(5);

	private static final LeaderWorkOptions NAMED = LeaderWorkOptions.named("reconcile");

	private final SteppedTime time = new SteppedTime();

	/** Runs of tasks whose threads have not begun. */
	private final Queue<Runnable> threads = new ArrayDeque<>();

	/** Delayed actions, which only run if a test runs them. */
	private final List<Runnable> timers = new ArrayList<>();

	private final List<Long> ran = new ArrayList<>();

	private final List<StuckTask> stuck = new ArrayList<>();

	private final List<TransitionCause> handovers = new ArrayList<>();

	private final List<Duration> coolDowns = new ArrayList<>();

	private boolean leading = true;

	private boolean messagesAreLost;

	private boolean cannotEnter;

	private boolean noThreads;

	private final TermOwner owner = new OwnerWithoutEngine() {

		@Override
		public boolean leads(Leadership term) {
			if (TasksTests.this.cannotEnter) {
				throw new OutOfMemoryError("from the test");
			}
			return TasksTests.this.leading;
		}

		@Override
		public CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause) {
			TasksTests.this.handovers.add(cause);
			TasksTests.this.coolDowns.add(coolDown);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		void report(StuckTask task) {
			TasksTests.this.stuck.add(task);
		}

	};

	private final Tasks tasks = new Tasks(this.owner, new DirectLoop(), DRAIN_TIMEOUT, COOL_DOWN);

	private Term term(long token) {
		return new Term(this.owner, new StoredTerm(Rig.KEY, new Nonce(0, token), token), Checkpoints.NONE);
	}

	private Registration add() {
		return this.tasks.add((leadership) -> this.ran.add(leadership.fencingToken()), NAMED);
	}

	private void startThread(Runnable run) {
		if (this.noThreads) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		this.threads.add(run);
	}

	private void runThread() {
		this.threads.remove().run();
	}

	@Test
	void taskWithALateThreadRunsInTheNextTerm() {
		add();
		this.tasks.granted(term(1));
		this.leading = false;
		runThread();
		assertThat(this.ran).isEmpty();
		this.tasks.ended();
		this.leading = true;
		this.tasks.granted(term(2));
		runThread();
		assertThat(this.ran).containsExactly(2L);
	}

	@Test
	void rule18TaskThatCouldNotEnterItsTermRunsAgain() {
		add();
		this.tasks.granted(term(1));
		this.cannotEnter = true;
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(this::runThread);
		this.cannotEnter = false;
		this.time.advance(Duration.ofSeconds(1));
		this.tasks.look();
		runThread();
		assertThat(this.ran).containsExactly(1L);
	}

	@Test
	void lateTimerDoesNotShortenTheNextDelay() {
		this.tasks.add((leadership) -> {
			throw new IllegalStateException("from the test");
		}, NAMED);
		this.tasks.granted(term(1));
		runThread();
		this.time.advance(Duration.ofSeconds(1));
		this.tasks.look();
		runThread();
		assertThat(this.timers).hasSize(2);
		this.timers.get(0).run();
		assertThat(this.threads).as("runs before the delay of the second failure is over").isEmpty();
		this.time.advance(Duration.ofSeconds(2));
		this.timers.get(1).run();
		assertThat(this.threads).hasSize(1);
	}

	@Test
	@DisplayName("Rule 12: a task that got no thread begins half a second after there are threads")
	void rule12TaskThatGotNoThreadBeginsHalfASecondLater() {
		add();
		this.noThreads = true;
		this.tasks.granted(term(1));
		for (int i = 0; i < 100; i++) {
			this.time.advance(Duration.ofMillis(500));
			this.tasks.look();
		}
		assertThat(this.threads).isEmpty();
		this.noThreads = false;
		this.time.advance(Duration.ofMillis(500));
		this.tasks.look();
		runThread();
		assertThat(this.ran).containsExactly(1L);
	}

	@Test
	void removedTaskDoesNotRunOnAThreadThatComesLate() {
		Registration registration = add();
		this.tasks.granted(term(1));
		registration.remove();
		runThread();
		assertThat(this.ran).isEmpty();
		this.tasks.granted(term(2));
		assertThat(this.threads).isEmpty();
	}

	@Test
	void rule18LookFindsAnUnreportedEndOfARun() {
		add();
		this.tasks.granted(term(1));
		this.messagesAreLost = true;
		runThread();
		this.messagesAreLost = false;
		this.tasks.ended();
		this.tasks.granted(term(2));
		assertThat(this.threads).as("the former run has not ended, as far as is known").isEmpty();
		this.tasks.look();
		runThread();
		assertThat(this.ran).containsExactly(1L, 2L);
	}

	@Test
	void taskThatNeverGotAThreadIsReportedOnceWithoutAStack() {
		add();
		this.tasks.granted(term(1));
		this.tasks.ended();
		this.tasks.ended();
		this.time.advance(DRAIN_TIMEOUT.minusMillis(1));
		this.tasks.look();
		assertThat(this.stuck).isEmpty();
		this.time.advance(Duration.ofMillis(1));
		this.tasks.look();
		assertThat(this.stuck).hasSize(1);
		this.tasks.look();
		this.tasks.reportStuck();
		assertThat(this.stuck).singleElement().satisfies((task) -> {
			assertThat(task.task()).isEqualTo("reconcile");
			assertThat(task.fencingToken()).isOne();
			assertThat(task.stack()).isEmpty();
			assertThat(task.since()).isEqualTo(DRAIN_TIMEOUT);
		});
		this.leading = false;
		runThread();
		assertThat(this.ran).isEmpty();
	}

	@Test
	void endOfTheDrainTimeoutReportsATaskWithoutALook() {
		add();
		this.tasks.granted(term(1));
		this.tasks.ended();
		this.time.advance(DRAIN_TIMEOUT);
		this.tasks.reportStuck();
		assertThat(this.stuck).hasSize(1);
	}

	@Test
	void removedTaskThatDoesNotEndIsInterruptedAndReported() {
		List<Boolean> interrupted = new ArrayList<>();
		List<Registration> itself = new ArrayList<>();
		itself.add(this.tasks.add((leadership) -> {
			itself.get(0).remove();
			this.time.advance(DRAIN_TIMEOUT);
			interrupted.add(Thread.interrupted());
			this.tasks.look();
			interrupted.add(Thread.interrupted());
		}, NAMED));
		this.tasks.granted(term(1));
		runThread();
		assertThat(interrupted).as("not when it removes itself, but when it is stuck").containsExactly(false, true);
		assertThat(this.stuck).hasSize(1);
	}

	@Test
	void minuteOfProgressBeforeAStallEndsTheRowOfFailures() {
		this.tasks.add((leadership) -> {
			if (leadership.fencingToken() == 3) {
				this.time.advance(TaskFailures.LONGEST_DELAY);
				leadership.progress();
			}
			this.time.advance(Duration.ofMinutes(2));
			this.tasks.look();
		}, NAMED.maxSilence(Duration.ofMinutes(2)));
		for (int token = 1; token <= 3; token++) {
			this.tasks.granted(term(token));
			runThread();
		}
		assertThat(this.coolDowns).containsExactly(COOL_DOWN, COOL_DOWN.multipliedBy(2), COOL_DOWN);
	}

	@Test
	void silenceCountsFromTheBeginningOfTheThread() {
		this.tasks.add((leadership) -> {
			this.time.advance(Duration.ofSeconds(50));
			this.tasks.look();
			this.ran.add(leadership.fencingToken());
		}, NAMED.maxSilence(Duration.ofMinutes(1)));
		this.tasks.granted(term(1));
		this.time.advance(Duration.ofSeconds(50));
		runThread();
		assertThat(this.ran).containsExactly(1L);
		assertThat(this.handovers).isEmpty();
	}

	@Test
	void rule18LookFindsSilenceWithoutAnAlarm() {
		this.tasks.add((leadership) -> {
			this.time.advance(Duration.ofMinutes(1).minusMillis(1));
			this.tasks.look();
			assertThat(this.handovers).isEmpty();
			this.time.advance(Duration.ofMillis(1));
			this.tasks.look();
			this.tasks.look();
			assertThat(this.handovers).containsExactly(TransitionCause.STALLED);
		}, NAMED.maxSilence(Duration.ofMinutes(1)));
		this.tasks.granted(term(1));
		runThread();
		this.tasks.look();
		assertThat(this.threads).as("not run again").isEmpty();
		assertThat(this.handovers).hasSize(1);
	}

	@Test
	void taskThatGetsNoThreadForTooLongIsSilent() {
		this.tasks.add((leadership) -> this.ran.add(leadership.fencingToken()),
				NAMED.maxSilence(Duration.ofMinutes(1)));
		this.tasks.granted(term(1));
		this.time.advance(Duration.ofMinutes(1));
		this.tasks.look();
		assertThat(this.handovers).containsExactly(TransitionCause.STALLED);
	}

	@Test
	void timersLaunchATaskWithoutALook() {
		add();
		this.leading = false;
		this.noThreads = true;
		this.tasks.granted(term(1));
		this.leading = true;
		this.time.advance(Duration.ofMillis(100));
		this.timers.get(0).run();
		assertThat(this.timers).as("of a term that is confirmed again, and of no thread").hasSize(2);
		this.noThreads = false;
		this.time.advance(Duration.ofMillis(500));
		this.timers.get(1).run();
		runThread();
		assertThat(this.ran).containsExactly(1L);
	}

	@Test
	void timersFindSilenceWithoutALook() {
		this.tasks.add((leadership) -> {
			this.time.advance(Duration.ofSeconds(40));
			leadership.progress();
			this.time.advance(Duration.ofSeconds(20));
			this.timers.get(0).run();
			assertThat(this.handovers).isEmpty();
			this.time.advance(Duration.ofSeconds(40));
			this.timers.get(1).run();
			assertThat(this.handovers).containsExactly(TransitionCause.STALLED);
		}, NAMED.maxSilence(Duration.ofMinutes(1)));
		this.tasks.granted(term(1));
		runThread();
		assertThat(this.handovers).hasSize(1);
	}

	@Test
	void newTermBeginsWithTheShortestDelay() {
		this.tasks.add((leadership) -> {
			throw new IllegalStateException("from the test");
		}, NAMED);
		this.tasks.granted(term(1));
		for (int i = 0; i < 6; i++) {
			runThread();
			this.time.advance(Duration.ofMinutes(1));
			this.tasks.look();
		}
		this.tasks.ended();
		runThread();
		this.tasks.granted(term(2));
		runThread();
		this.time.advance(Duration.ofSeconds(1));
		this.tasks.look();
		assertThat(this.threads).hasSize(1);
	}

	@Test
	void nothingIsReportedIfNothingRuns() {
		add();
		this.tasks.reportStuck();
		this.tasks.granted(term(1));
		this.tasks.reportStuck();
		runThread();
		this.tasks.ended();
		this.tasks.reportStuck();
		this.tasks.look();
		assertThat(this.stuck).isEmpty();
	}

	/**
	 * Runs everything at once, except for scheduled tasks, which are left to the look.
	 */
	private final class DirectLoop implements WorkLoop {

		private final TimeSystem time = TasksTests.this.time.withTaskExecutors((name) -> TasksTests.this::startThread);

		@Override
		public TimeSystem time() {
			return this.time;
		}

		@Override
		public void execute(Runnable task) {
			task.run();
		}

		@Override
		public void soon(Runnable task) {
			if (!TasksTests.this.messagesAreLost) {
				task.run();
			}
		}

		@Override
		public void later(Duration delay, Runnable task) {
			TasksTests.this.timers.add(task);
		}

	}

}
