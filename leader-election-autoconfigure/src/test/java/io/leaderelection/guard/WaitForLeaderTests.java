/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipContext;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.GuardedElection;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls while the current or next leader is not known.
 */
@Timeout(40)
class WaitForLeaderTests {

	private final SteppedElection stepped = new SteppedElection();

	private static CompletableFuture<@Nullable String> call(Job job) {
		CompletableFuture<@Nullable String> result = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				result.complete(job.run());
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		}, "calling");
		thread.start();
		Awaitility.await().until(() -> result.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
		return result;
	}

	private EnteredCall enter() {
		EnteredCall call = GuardedElection.of(this.stepped.election()).tryEnter(OnLoss.INTERRUPT);
		assertThat(call).isNotNull();
		return call;
	}

	/** Returns work that this thread is not inside. */
	private DetachedCall begin() {
		return enter().detach(() -> {
		});
	}

	@Test
	void callDuringAHandoverWaitsForTheNextTerm() {
		this.stepped.leading(Job.class, (job, its) -> {
			DetachedCall work = begin();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).isNotDone();
			CompletableFuture<@Nullable String> result = call(job);
			CompletableFuture<String> reactive = job.reactive().toFuture();
			assertThat(result).isNotDone();
			assertThat(reactive).isNotDone();
			work.close();
			this.stepped.pass();
			assertThat(result.join()).isEqualTo("done");
			assertThat(reactive.join()).isEqualTo("done");
		});
	}

	@Test
	void callWaitsUntilTheTermIsConfirmed() {
		this.stepped.leading(Job.class, (job, its) -> {
			this.stepped.jump();
			CompletableFuture<@Nullable String> result = call(job);
			CompletableFuture<String> reactive = job.reactive().toFuture();
			assertThat(result).isNotDone();
			assertThat(reactive).isNotDone();
			this.stepped.pass();
			assertThat(result.join()).isEqualTo("done");
			assertThat(reactive.join()).isEqualTo("done");
			assertThat(this.stepped.election().status().transitions()).as("the same term")
				.noneMatch((transition) -> transition.cause() == TransitionCause.CLOCK_JUMP);
		});
	}

	@Test
	void waitContinuesWhileThisInstanceIsPaused() {
		this.stepped.leading(Job.class, (job, its) -> {
			DetachedCall work = begin();
			this.stepped.stepDown();
			CompletableFuture<@Nullable String> result = call(job);
			LeaderElection election = this.stepped.election();
			election.pause();
			work.close();
			this.stepped.pass();
			assertThat(result).isNotDone();
			election.resume();
			this.stepped.pass();
			assertThat(result.join()).isEqualTo("done");
		});
	}

	@ParameterizedTest
	@DisplayName("A call from work that the handover waits for is skipped, inside other work, too")
	@ValueSource(booleans = { false, true })
	void callFromDrainingWorkIsSkipped(boolean inOtherWork) {
		this.stepped.leading(Job.class, (job, its) -> {
			try (GuardedCall work = enter()) {
				this.stepped.stepDown();
				if (inOtherWork) {
					LeadershipContext.set(null);
				}
				assertThat(work.leadership().isValid()).isTrue();
				assertThat(job.run()).isNull();
				assertThat(job.reactive().blockOptional()).isEmpty();
			}
		});
	}

	@Test
	@DisplayName("A call from work ends its wait when a handover begins that waits for the work")
	void callFromWorkEndsItsWaitWhenAHandoverBegins() {
		this.stepped.leading(Job.class, (job, its) -> {
			CountDownLatch unconfirmed = new CountDownLatch(1);
			CompletableFuture<@Nullable String> result = new CompletableFuture<>();
			Thread thread = new Thread(() -> {
				try (GuardedCall work = enter()) {
					its.entered.countDown();
					unconfirmed.await();
					result.complete(job.run());
				}
				catch (Throwable ex) {
					result.completeExceptionally(ex);
				}
			}, "working");
			thread.start();
			its.entered.await();
			this.stepped.jump();
			unconfirmed.countDown();
			Awaitility.await().until(() -> result.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
			assertThat(result).isNotDone();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(result.join()).isNull();
			thread.join();
			this.stepped.runDue();
			assertThat(handover).isCompleted();
		});
	}

	@Test
	@DisplayName("A reactive call from work ends its wait when a handover begins that waits for the work")
	void reactiveCallFromWorkEndsItsWaitAtAHandover() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<Void> handover;
			try (GuardedCall work = enter()) {
				this.stepped.jump();
				CompletableFuture<String> result = job.reactive().toFuture();
				assertThat(result).isNotDone();
				handover = this.stepped.stepDown();
				assertThat(result.orTimeout(20, TimeUnit.SECONDS).join()).isNull();
				assertThat(handover).isNotDone();
				assertThat(work.leadership().isValid()).isTrue();
			}
			this.stepped.runDue();
			assertThat(handover).isCompleted();
		});
	}

	@Test
	void reactiveCallFromEndedWorkWaitsForTheNextTerm() {
		this.stepped.leading(Job.class, (job, its) -> {
			DetachedCall other = begin();
			CompletableFuture<String> result;
			try (GuardedCall work = enter()) {
				this.stepped.jump();
				assertThat(work.interrupted()).isFalse();
				result = job.reactive().toFuture();
			}
			this.stepped.stepDown();
			Awaitility.await()
				.during(LeaderWait.LOOK.multipliedBy(3))
				.untilAsserted(() -> assertThat(result).isNotDone());
			other.close();
			this.stepped.pass();
			assertThat(result.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo("done");
		});
	}

	static class Job {

		final CountDownLatch entered = new CountDownLatch(1);

		@OnLeader(waitForLeader = "1h")
		@Nullable String run() {
			return "done";
		}

		@OnLeader(waitForLeader = "1h")
		Mono<String> reactive() {
			return Mono.just("done");
		}

	}

}
