/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.TransitionCause;
import io.leaderelection.WhenDone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests of work bound to terms, in stepped time, with tasks on their own threads.
 */
@Timeout(40)
class LeaderWorkTests extends WorkRig {

	@Test
	void runsOnceGrantedAndAgainInTheNextTerm() throws Exception {
		TestJob job = TestJob.willing();
		this.election.runWhileLeader(job, NAMED);
		assertThat(this.threads.started()).isZero();
		lead();
		job.awaitBegin();
		assertThat(job.terms.get(0).election()).isEqualTo("billing");
		this.election.stepDown();
		job.awaitInterrupt();
		settle();
		assertThat(this.store.count("release")).isOne();
		this.time.advance(TIMING.coolDown().plusSeconds(1));
		assertThat(this.election.isLeader()).isTrue();
		job.awaitBegin();
		assertThat(job.terms).extracting(Leadership::fencingToken).hasSize(2).isSorted().doesNotHaveDuplicates();
		assertThat(job.most()).isOne();
	}

	@Test
	void runsAtOnceIfThisCandidateLeadsAlready() throws Exception {
		lead();
		TestJob job = TestJob.willing();
		this.election.runWhileLeader(job);
		job.awaitBegin();
	}

	@Test
	void handoverCancelsWorkAndTheReleaseWaits() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED);
		CompletableFuture<Void> done = this.election.stepDown().toCompletableFuture();
		job.awaitInterrupt();
		assertThat(this.election.isLeader()).isFalse();
		assertThat(this.election.status().state()).isEqualTo(ElectionState.DRAINING);
		this.time.advance(TIMING.drainTimeout().minusSeconds(1));
		assertThat(job.terms.get(0).isValid()).isTrue();
		assertThat(this.store.count("release")).isZero();
		assertThat(done).isNotDone();
		job.letEnd();
		settle();
		assertThat(this.store.count("release")).isOne();
		assertThat(done).isCompleted();
		assertThat(job.interrupts).hasValue(1);
	}

	@Test
	void lossInterruptsOnceAndStuckWorkIsReported() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED);
		this.store.delete(KEY);
		this.time.advance(TIMING.renewInterval());
		assertThat(job.terms.get(0).isValid()).isFalse();
		job.awaitInterrupt();
		this.time.advance(TIMING.drainTimeout().minus(TIMING.renewInterval()));
		assertThat(this.recorder.stuck).isEmpty();
		assertThat(job.interrupts).hasValue(1);
		this.time.advance(TIMING.renewInterval());
		assertThat(this.recorder.stuck).hasSize(1);
		assertThat(this.election.isLeader()).isFalse();
		job.letEnd();
		settle();
		assertThat(this.store.count("release")).isZero();
	}

	/** A library in between may convert the interrupt. */
	@ParameterizedTest
	@MethodSource("waysToEnd")
	void throwingCancelledTaskRunsAtOnceInTheNextTerm(Exception thrown) throws Exception {
		Semaphore begun = new Semaphore(0);
		this.election.runWhileLeader((leadership) -> {
			begun.release();
			try {
				leadership.awaitEnd(Duration.ofMinutes(1));
			}
			catch (InterruptedException ex) {
				// Either the end of the term or the interrupt comes first
			}
			throw new IllegalStateException("The query was cancelled", thrown);
		}, NAMED);
		lead();
		assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
		this.election.stepDown();
		settle();
		assertThat(this.store.count("release")).isOne();
		this.time.advance(TIMING.coolDown().plusMillis(500));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).as("runs in the next term").isTrue();
	}

	static Stream<Exception> waysToEnd() {
		return Stream.of(new InterruptedException(), new LeadershipLostException("billing", 1, null),
				new ClosedByInterruptException(), new IOException("reset"));
	}

	@Test
	void lossInTheHandoverInterruptsAgain() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED);
		this.election.stepDown();
		job.awaitInterrupt();
		this.store.delete(KEY);
		this.time.advance(TIMING.renewInterval());
		assertThat(job.terms.get(0).isValid()).isFalse();
		job.awaitInterrupt();
		job.letEnd();
		settle();
		assertThat(job.interrupts).hasValue(2);
	}

	@Test
	@DisplayName("Work that ignores cancellation is reported; it blocks the release, not the revocation")
	void workThatIgnoresCancellationBlocksTheReleaseOnly() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED);
		CompletableFuture<Void> done = this.election.stepDown().toCompletableFuture();
		assertThat(this.recorder.received).contains("revoked billing STEP_DOWN");
		job.awaitInterrupt();
		this.time.advance(TIMING.drainTimeout().minusMillis(100));
		assertThat(this.recorder.stuck).isEmpty();
		this.time.advance(Duration.ofMillis(200));
		assertThat(done).isCompleted();
		job.awaitInterrupt();
		assertThat(this.recorder.stuck).singleElement().satisfies((report) -> {
			assertThat(report.election()).isEqualTo("billing");
			assertThat(report.task()).isEqualTo("reconcile");
			assertThat(report.fencingToken()).isEqualTo(job.terms.get(0).fencingToken());
			assertThat(report.since()).isBetween(TIMING.drainTimeout().minusMillis(1),
					TIMING.drainTimeout().plusMillis(200));
			assertThat(report.stack()).extracting(StackTraceElement::getClassName).contains(TestJob.class.getName());
		});
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.recorder.stuck).hasSize(1);
		assertThat(this.store.count("release")).isZero();
		assertThat(this.election.isLeader()).isFalse();
		job.letEnd();
		settle();
		this.time.advance(Duration.ofSeconds(5));
		assertThat(this.election.isLeader()).isTrue();
		job.awaitBegin();
		assertThat(job.most()).isOne();
	}

	@Test
	void reportIsMadeWhenTheDrainOfAShutdownTimesOut() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED);
		CompletableFuture<Integer> reported = this.engine.stop()
			.toCompletableFuture()
			.thenApply((done) -> this.recorder.stuck.size());
		this.time.advance(TIMING.drainTimeout());
		assertThat(reported).isCompletedWithValue(1);
		job.letEnd();
		settle();
	}

	@Test
	void neverRunsTwiceAtATimeThoughAFormerRunHangs() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED);
		for (int i = 0; i < 3; i++) {
			this.engine.stop();
			this.time.advance(TIMING.drainTimeout());
			this.engine.start();
			this.time.advance(Duration.ofMinutes(1));
		}
		assertThat(job.runs()).isOne();
		assertThat(this.election.isLeader()).isFalse();
		job.letEnd();
		settle();
		this.time.advance(Duration.ofSeconds(20));
		job.awaitBegin();
		assertThat(job.most()).isOne();
	}

	@Test
	void failedWorkRunsAgainAfterADelayInItsTerm() throws Exception {
		AtomicInteger runs = new AtomicInteger();
		this.election.runWhileLeader((leadership) -> {
			if (runs.incrementAndGet() == 1) {
				throw new NoClassDefFoundError("from the test");
			}
			throw new IllegalStateException("from the test");
		}, NAMED);
		lead();
		settle();
		assertThat(runs).hasValue(1);
		this.time.advance(Duration.ofMillis(499));
		assertThat(runs).hasValue(1);
		this.time.advance(Duration.ofMillis(501));
		settle();
		assertThat(runs).hasValue(2);
		for (int i = 0; i < 600; i++) {
			this.time.advance(Duration.ofSeconds(1));
			settle();
		}
		assertThat(runs).hasValueBetween(12, 30);
		assertThat(this.election.isLeader()).isTrue();
		this.election.stepDown(Duration.ofHours(1));
		int before = runs.get();
		this.time.advance(Duration.ofMinutes(59));
		settle();
		assertThat(runs).hasValue(before);
	}

	@Test
	void finishedWorkKeepsLeadingAndRunsOnceATerm() throws Exception {
		TestJob job = lead(TestJob.willing(), NAMED);
		job.letEnd();
		settle();
		this.time.advance(Duration.ofMinutes(10));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(job.runs()).isOne();
		this.election.stepDown();
		this.time.advance(TIMING.coolDown().plusSeconds(1));
		job.awaitBegin();
		assertThat(job.runs()).isEqualTo(2);
	}

	@Test
	void finishedWorkStepsDownAndHonoursTheCoolDown() throws Exception {
		TestJob job = lead(TestJob.willing(), NAMED.whenDone(WhenDone.STEP_DOWN));
		job.letEnd();
		settle();
		assertThat(this.election.isLeader()).isFalse();
		assertThat(this.store.count("release")).isOne();
		assertThat(causes(this.election)).contains(TransitionCause.STEP_DOWN);
		this.time.advance(TIMING.coolDown().minusMillis(100));
		assertThat(this.election.isLeader()).isFalse();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.election.isLeader()).isTrue();
		job.awaitBegin();
		assertThat(job.interrupts).hasValue(0);
	}

	@Test
	void workThatReturnsAfterItsTermEndsNoLaterOne() throws Exception {
		TestJob job = lead(TestJob.stubborn(), NAMED.whenDone(WhenDone.STEP_DOWN));
		this.election.stepDown(Duration.ZERO);
		job.letEnd();
		settle();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void removedWorkIsInterruptedAndNotRunAgain() throws Exception {
		TestJob job = TestJob.willing();
		Registration registration = this.election.runWhileLeader(job, NAMED);
		lead();
		job.awaitBegin();
		registration.remove();
		job.awaitInterrupt();
		settle();
		registration.remove();
		this.time.advance(Duration.ofMinutes(1));
		this.election.stepDown();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(this.threads.started()).isOne();
	}

	@Test
	void removedWorkThatDoesNotEndIsReportedAsStuck() throws Exception {
		TestJob job = TestJob.stubborn();
		Registration registration = this.election.runWhileLeader(job, NAMED);
		lead();
		job.awaitBegin();
		registration.remove();
		job.awaitInterrupt();
		this.time.advance(TIMING.drainTimeout().minusSeconds(1));
		assertThat(this.recorder.stuck).isEmpty();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.recorder.stuck).hasSize(1);
		job.letEnd();
		settle();
	}

	@Test
	void workMayRemoveItself() throws Exception {
		AtomicReference<Registration> registration = new AtomicReference<>();
		List<Boolean> interrupted = new CopyOnWriteArrayList<>();
		TestJob job = TestJob.willing();
		registration.set(this.election.runWhileLeader((leadership) -> {
			registration.get().remove();
			job.run(leadership);
			interrupted.add(Thread.currentThread().isInterrupted());
		}, NAMED));
		lead();
		job.awaitBegin();
		this.time.runReady();
		job.letEnd();
		settle();
		assertThat(interrupted).containsExactly(false);
	}

	@Test
	void workWithoutInterruptsChecksForTheEnd() throws Exception {
		CompletableFuture<Boolean> ended = new CompletableFuture<>();
		TestJob begun = TestJob.willing();
		begun.letEnd();
		this.election.runWhileLeader((leadership) -> {
			assertThat(leadership.awaitEnd(Duration.ZERO)).isFalse();
			assertThat(Leadership.current().awaitEnd(Duration.ofNanos(1))).isFalse();
			begun.run(leadership);
			ended.complete(leadership.awaitEnd(Duration.ofMinutes(1)) && !Thread.currentThread().isInterrupted());
		}, NAMED.onLoss(OnLoss.CONTINUE));
		lead();
		begun.awaitBegin();
		this.election.stepDown();
		settle();
		assertThat(ended).isCompletedWithValue(true);
	}

	@Test
	void handoverInterruptsWorkThatHasSeenTheEnd() throws Exception {
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		this.election.runWhileLeader((leadership) -> {
			begun.countDown();
			try {
				leadership.awaitEnd(Duration.ofMinutes(1));
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.complete(true);
			}
		}, NAMED);
		lead();
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		this.election.stepDown();
		assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
		settle();
	}

	@Test
	void otherImplementationsOfTermsAwaitTheirEnd() throws Exception {
		lead();
		Leadership term = this.election.leadership().orElseThrow();
		Leadership wrapped = (Leadership) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Leadership.class }, (proxy, method, arguments) -> method.isDefault()
						? InvocationHandler.invokeDefault(proxy, method, arguments) : method.invoke(term, arguments));
		assertThat(wrapped.awaitEnd(Duration.ofMillis(1))).isFalse();
		this.election.stepDown();
		assertThat(wrapped.awaitEnd(Duration.ofMinutes(1))).isTrue();
	}

	@Test
	void workWithoutInterruptsIsInterruptedWhenItIsStuck() throws Exception {
		TestJob job = lead(TestJob.willing(), NAMED.onLoss(OnLoss.CONTINUE));
		this.election.stepDown();
		this.time.advance(TIMING.drainTimeout().minusMillis(100));
		assertThat(job.interrupts).hasValue(0);
		this.time.advance(Duration.ofMillis(200));
		job.awaitInterrupt();
		settle();
	}

	@Test
	void workBeginsWhenAnUnconfirmedTermIsConfirmed() throws Exception {
		lead();
		this.time.holdIo();
		this.time.stepWall(Duration.ofHours(1));
		this.time.advance(Duration.ofMillis(600));
		assertThat(this.election.status().unconfirmed()).isTrue();
		TestJob job = TestJob.willing();
		this.election.runWhileLeader(job, NAMED);
		this.time.advance(Duration.ofMillis(300));
		assertThat(this.threads.started()).isZero();
		this.time.releaseIo();
		this.time.advance(Duration.ofMillis(200));
		assertThat(this.election.isLeader()).isTrue();
		job.awaitBegin();
	}

	@Test
	void namesAreGeneratedAndChecked() throws Exception {
		assertThatIllegalArgumentException().isThrownBy(() -> LeaderWorkOptions.named(" "));
		List<String> names = new CopyOnWriteArrayList<>();
		this.election.runWhileLeader((leadership) -> names.add(Thread.currentThread().getName()));
		this.election.runWhileLeader((leadership) -> names.add(Thread.currentThread().getName()));
		this.election.runWhileLeader((leadership) -> names.add(Thread.currentThread().getName()), NAMED);
		lead();
		settle();
		assertThat(names).containsExactlyInAnyOrder("leader-task-billing-1", "leader-task-billing-2",
				"leader-task-reconcile");
	}

}
