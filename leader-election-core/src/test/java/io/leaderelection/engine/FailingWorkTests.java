/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.StoredTerm;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests of tasks that report no progress or keep failing, in stepped time, with tasks on
 * their own threads.
 */
@Timeout(40)
class FailingWorkTests extends WorkRig {

	private static final LeaderWorkOptions WATCHED = NAMED.maxSilence(Duration.ofMinutes(1));

	private static final Duration LOOK = ElectionLoop.LOOK;

	/** Fails when the test ends it. */
	private final TestJob failing = TestJob.willing();

	private List<TransitionCause> handovers() {
		return this.election.status()
			.transitions()
			.stream()
			.filter((transition) -> transition.to() == ElectionState.DRAINING)
			.map(Transition::cause)
			.toList();
	}

	/**
	 * Advances until the candidate leads again, and returns how long it did not contend.
	 */
	private Duration awaitTerm() {
		Duration away = Duration.ZERO;
		while (!this.election.isLeader()) {
			this.time.advance(Duration.ofMillis(100));
			away = away.plusMillis(100);
		}
		return away;
	}

	private void leadWithFailingTask(LeaderWorkOptions options) {
		this.election.runWhileLeader(this::fail, options);
		this.engine.start();
	}

	private void fail(Leadership leadership) throws InterruptedException {
		this.failing.run(leadership);
		throw new IllegalStateException("from the test");
	}

	/** Lets the task fail that began last. */
	private void fail() throws InterruptedException {
		this.failing.awaitBegin();
		this.failing.letEnd();
		settle();
	}

	@Test
	void silentTaskIsInterruptedAndTheReleaseWaitsForIt() throws Exception {
		TestJob job = lead(TestJob.stubborn(), WATCHED);
		this.time.advance(Duration.ofMinutes(1).minusMillis(1));
		assertThat(this.election.isLeader()).isTrue();
		this.time.advance(LOOK);
		job.awaitInterrupt();
		assertThat(handovers()).containsExactly(TransitionCause.STALLED);
		this.time.advance(TIMING.drainTimeout().minusSeconds(1));
		assertThat(this.store.count("release")).isZero();
		assertThat(job.terms.get(0).isValid()).isTrue();
		job.letEnd();
		settle();
		assertThat(job.interrupts).hasValue(1);
		assertThat(this.store.count("release")).isOne();
		assertThat(awaitTerm()).isBetween(TIMING.coolDown(), TIMING.coolDown().plusSeconds(1));
	}

	@Test
	void progressEndsSilenceFromAnyThread() throws Exception {
		TestJob job = lead(TestJob.willing(), WATCHED);
		for (int i = 0; i < 5; i++) {
			this.time.advance(Duration.ofSeconds(50));
			job.terms.get(0).progress();
		}
		this.time.advance(Duration.ofSeconds(59));
		assertThat(this.election.isLeader()).isTrue();
		this.time.advance(Duration.ofSeconds(1));
		job.awaitInterrupt();
		settle();
		assertThat(handovers()).containsExactly(TransitionCause.STALLED);
	}

	@Test
	void checkpointEndsSilence() throws Exception {
		TestJob job = lead(TestJob.willing(), WATCHED);
		this.time.advance(Duration.ofSeconds(50));
		job.terms.get(0).checkpointAsync("page", "7");
		this.time.advance(Duration.ofSeconds(59));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(job.terms.get(0).checkpoints()).containsEntry("page", "7");
	}

	@Test
	void waitForACheckpointEndsSilenceWhenItIsWritten() throws Exception {
		TestJob job = lead(TestJob.willing(), WATCHED);
		this.time.advance(Duration.ofSeconds(50));
		Thread writer = new Thread(() -> job.terms.get(0).checkpoint("page", "7"));
		writer.start();
		while (writer.isAlive()) {
			// Waiting for a processor takes no time here
			if (writer.getState() == Thread.State.TIMED_WAITING || writer.getState() == Thread.State.WAITING) {
				this.time.advance(Duration.ofMillis(1));
			}
		}
		assertThat(this.store.checkpoints(KEY).values()).as("when the call returns").containsEntry("page", "7");
		this.time.advance(Duration.ofSeconds(55));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void progressOfOneTaskDoesNotHideTheSilenceOfAnother() throws Exception {
		TestJob silent = TestJob.willing();
		this.election.runWhileLeader(silent, WATCHED);
		TestJob busy = lead(TestJob.willing(), LeaderWorkOptions.named("busy").maxSilence(Duration.ofMinutes(1)));
		silent.awaitBegin();
		this.time.advance(Duration.ofSeconds(50));
		busy.terms.get(0).progress();
		this.election.leadership().orElseThrow().progress();
		this.time.advance(Duration.ofSeconds(10));
		silent.awaitInterrupt();
		busy.awaitInterrupt();
	}

	@Test
	void callsOutOfATaskReportItsProgress() throws Exception {
		Semaphore call = new Semaphore(0);
		Semaphore called = new Semaphore(0);
		this.election.runWhileLeader((leadership) -> {
			while (true) {
				call.acquire();
				try (GuardedCall guarded = this.election.tryEnter(OnLoss.INTERRUPT)) {
					assertThat(Leadership.current()).isSameAs(leadership).isSameAs(guarded.leadership());
					Leadership.current().progress();
				}
				called.release();
			}
		}, WATCHED);
		this.engine.start();
		for (int i = 0; i < 3; i++) {
			this.time.advance(Duration.ofSeconds(50));
			call.release();
			assertThat(called.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void taskSeesTheStateOfItsTerm() throws Exception {
		TestJob job = lead(TestJob.willing(), WATCHED);
		Leadership seen = job.terms.get(0);
		Leadership term = this.election.leadership().orElseThrow();
		assertThat(seen.election()).isEqualTo("billing");
		assertThat(seen.fencingToken()).isEqualTo(term.fencingToken());
		assertThat(seen.remaining()).isEqualTo(term.remaining());
		assertThat(((StoredTerm.Bearer) seen).storedTerm()).isEqualTo(((StoredTerm.Bearer) term).storedTerm());
		assertThat(seen.awaitEnd(Duration.ZERO)).isFalse();
		seen.verify();
		AtomicBoolean lost = new AtomicBoolean();
		seen.onLost(() -> lost.set(true));
		this.engine.stop();
		settle();
		assertThat(lost).isTrue();
		assertThat(seen.isValid()).isFalse();
	}

	@Test
	void taskWithoutALimitMayBeSilent() throws Exception {
		lead(TestJob.willing(), NAMED);
		this.time.advance(Duration.ofDays(1));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void pauseBetweenTwoRunsIsNotSilence() throws Exception {
		leadWithFailingTask(NAMED.maxSilence(TIMING.operationTimeout().multipliedBy(2).plusSeconds(1)));
		for (int i = 0; i < 10; i++) {
			fail();
			while (this.threads.started() == i + 1) {
				this.time.advance(Duration.ofMillis(100));
			}
		}
		assertThat(handovers()).isEmpty();
	}

	@Test
	void taskThatKeepsFailingHandsOver() throws Exception {
		leadWithFailingTask(NAMED.stepDownAfter(3));
		fail();
		this.time.advance(Duration.ofSeconds(1));
		fail();
		assertThat(this.election.isLeader()).isTrue();
		this.time.advance(Duration.ofSeconds(2));
		fail();
		assertThat(handovers()).containsExactly(TransitionCause.TASK_FAILED);
		assertThat(this.store.count("release")).isOne();
		assertThat(awaitTerm()).isBetween(TIMING.coolDown(), TIMING.coolDown().plusSeconds(1));
		fail();
		assertThat(this.election.isLeader()).as("each term has three tries").isTrue();
	}

	@Test
	void coolDownDoublesWhileTheTaskKeepsFailing() throws Exception {
		leadWithFailingTask(NAMED.stepDownAfter(1));
		for (int seconds : new int[] { 5, 10, 20, 40, 80, 160, 320, 600, 600 }) {
			fail();
			assertThat(awaitTerm()).isBetween(Duration.ofSeconds(seconds), Duration.ofSeconds(seconds + 1));
		}
	}

	@Test
	void failuresBeforeAndAfterAHandoverAreInARow() throws Exception {
		leadWithFailingTask(NAMED.stepDownAfter(2));
		fail();
		this.election.stepDown();
		this.time.runReady();
		awaitTerm();
		fail();
		assertThat(handovers()).containsExactly(TransitionCause.STEP_DOWN, TransitionCause.TASK_FAILED);
	}

	@Test
	void returnRestartsTheCountOfFailures() throws Exception {
		this.election.runWhileLeader((leadership) -> {
			this.failing.run(leadership);
			if (this.failing.runs() != 2) {
				throw new IllegalStateException("from the test");
			}
		}, NAMED.stepDownAfter(1));
		this.engine.start();
		fail();
		awaitTerm();
		fail();
		assertThat(this.election.isLeader()).as("it has returned").isTrue();
		this.election.stepDown();
		this.time.runReady();
		awaitTerm();
		fail();
		assertThat(awaitTerm()).isLessThan(TIMING.coolDown().plusSeconds(1));
	}

	@Test
	void minuteWithoutFailureRestartsTheCount() throws Exception {
		leadWithFailingTask(NAMED.stepDownAfter(1));
		fail();
		awaitTerm();
		this.failing.awaitBegin();
		this.time.advance(Duration.ofMinutes(1));
		this.failing.terms.get(1).progress();
		this.failing.letEnd();
		settle();
		assertThat(awaitTerm()).isLessThan(TIMING.coolDown().plusSeconds(1));
	}

	@Test
	void taskThatTakesAMinuteToFailHandsOver() throws Exception {
		leadWithFailingTask(NAMED.stepDownAfter(2));
		for (int i = 0; i < 2; i++) {
			this.failing.awaitBegin();
			this.time.advance(Duration.ofMinutes(2));
			this.failing.letEnd();
			settle();
			this.time.advance(Duration.ofSeconds(1));
		}
		assertThat(handovers()).containsExactly(TransitionCause.TASK_FAILED);
		awaitTerm();
	}

	@Test
	void taskThatFindsItsTermUnconfirmedHasNotFailed() throws Exception {
		TestJob job = TestJob.willing();
		lead((leadership) -> {
			job.run(leadership);
			leadership.verify();
		}, job, NAMED.stepDownAfter(1));
		this.store.down(true);
		this.store.subscriptions().get(0).disconnected();
		this.time.runReady();
		assertThat(job.terms.get(0).isValid()).isFalse();
		job.letEnd();
		settle();
		this.store.down(false);
		this.time.advance(Duration.ofSeconds(5));
		job.awaitBegin();
		assertThat(handovers()).isEmpty();
		assertThat(job.terms.get(1).fencingToken()).isEqualTo(job.terms.get(0).fencingToken());
	}

	@Test
	void termOfAMinuteRestartsTheCountOfFailures() throws Exception {
		leadWithFailingTask(NAMED.stepDownAfter(1));
		fail();
		awaitTerm();
		this.failing.awaitBegin();
		this.time.advance(Duration.ofMinutes(1));
		this.election.stepDown();
		settle();
		awaitTerm();
		fail();
		assertThat(awaitTerm()).isLessThan(TIMING.coolDown().plusSeconds(1));
	}

	@Test
	void minuteOfSilenceDoesNotRestartTheCount() throws Exception {
		TestJob job = lead(TestJob.willing(), WATCHED);
		for (int seconds : new int[] { 5, 10, 20 }) {
			this.time.advance(Duration.ofMinutes(1));
			job.awaitInterrupt();
			settle();
			assertThat(awaitTerm()).isBetween(Duration.ofSeconds(seconds), Duration.ofSeconds(seconds + 1));
			job.awaitBegin();
		}
	}

	@Test
	void failingTaskOfAPartitionHandsOverOnlyThat() throws Exception {
		ElectionEngine divided = builder().partitions("orders", 2).build();
		LeaderElection failed = divided.find("orders:0").orElseThrow();
		LeaderElection other = divided.find("orders:1").orElseThrow();
		failed.runWhileLeader(this::fail, NAMED.stepDownAfter(1));
		divided.start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(failed.isLeader()).isTrue();
		fail();
		assertThat(causes(failed)).contains(TransitionCause.TASK_FAILED);
		assertThat(failed.isLeader()).isFalse();
		assertThat(other.isLeader()).isTrue();
		assertThat(other.status().transitions()).noneMatch((transition) -> transition.to() == ElectionState.DRAINING);
	}

	@Test
	void limitsThatCannotBeKeptAreRejected() {
		assertRejected(() -> NAMED.maxSilence(Duration.ZERO), "PT0S", "above zero, such as PT1M");
		assertRejected(() -> NAMED.maxSilence(Duration.ofSeconds(-1)), "PT-1S");
		assertRejected(() -> WATCHED.onLoss(OnLoss.CONTINUE), "PT1M", "Use OnLoss.INTERRUPT");
		assertRejected(() -> NAMED.onLoss(OnLoss.CONTINUE).maxSilence(Duration.ofMinutes(1)), "PT1M");
		assertRejected(() -> this.election.runWhileLeader(this::fail, NAMED.maxSilence(Duration.ofMillis(6999))),
				"6999 ms", "two operation timeouts and a second of election 'billing', 7000 ms",
				"Allow 7000 ms or more");
		assertRejected(() -> NAMED.stepDownAfter(0), "after 0 failures", "Use 1 or more");
	}

	private static void assertRejected(ThrowingCallable options, String... named) {
		assertThatIllegalArgumentException().isThrownBy(options).withMessageContainingAll(named);
	}

}
