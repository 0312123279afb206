/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.Sneaky;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for guarded methods that return a future.
 */
class GuardedFutureTests {

	private final SteppedElection stepped = new SteppedElection();

	@Test
	void handoverWaitsUntilTheFutureIsComplete() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> result = job.future();
			assertThat(Leadership.findCurrent()).isEmpty();
			this.stepped.assertHandoverWaitsFor(() -> {
				assertThat(this.stepped.outcomes()).isEmpty();
				its.work.complete("done");
			});
			assertThat(result).isCompletedWithValue("done");
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED);
		});
	}

	@Test
	void failureReachesTheCallerAndEndsTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> result = job.future();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			IllegalStateException failure = new IllegalStateException("of its own");
			its.work.completeExceptionally(failure);
			this.stepped.runDue();
			assertThat(handover).isCompleted();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(result::get).havingCause().isSameAs(failure);
		});
	}

	@Test
	void lossCancelsTheWorkAndReachesTheCaller() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> result = job.future();
			this.stepped.lose();
			assertThat(its.work).isCancelled();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(result::get)
				.havingCause()
				.isInstanceOf(LeadershipLostException.class)
				.withMessageContaining("'default'")
				.havingCause()
				.isInstanceOf(CancellationException.class);
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
		});
	}

	@Test
	void callerThatCancelsCancelsTheWorkAndEndsTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> result = job.future();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(result.cancel(true)).isTrue();
			assertThat(result.cancel(true)).isTrue();
			this.stepped.runDue();
			assertThat(its.work).isCancelled();
			assertThat(handover).isCompleted();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED);
		});
	}

	@Test
	void callerThatGivesUpDoesNotEndTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			job.future().complete("enough");
			this.stepped.assertHandoverWaitsFor(() -> its.work.complete("done"));
		});
	}

	@Test
	void continueDoesNotCancelAndTheCandidateWaits() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> result = job.lasting();
			assertThat(result).isSameAs(its.work);
			this.stepped.lose();
			this.stepped.pass();
			assertThat(its.work).isNotDone();
			assertThat(this.stepped.election().isLeader()).as("work of the former term is still running").isFalse();
			its.work.complete("done");
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED);
		});
	}

	@Test
	void doneFutureIsReturnedUnchanged() {
		this.stepped.leading(Job.class, (job, its) -> {
			its.work.complete("done");
			assertThat(job.future()).isSameAs(its.work);
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void stageThatCannotBeCancelledIsGuardedUntilItEnds() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletionStage<String> result = job.stage();
			this.stepped.lose();
			assertThat(result).isCompletedExceptionally();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).as("the work continues").isFalse();
			its.work.complete("done");
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
		});
	}

	@Test
	void futureOfAnotherClassIsReturnedUnchanged() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThat(job.special()).isSameAs(its.special);
			this.stepped.lose();
			assertThat(its.special).isCancelled();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
		});
	}

	@Test
	void plainFutureFailsTheCallAndEndsTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			FutureTask<String> task = new FutureTask<>(() -> "");
			assertThatIllegalStateException().isThrownBy(() -> job.anything(task))
				.withMessageContaining("Job.anything()")
				.withMessageContaining("java.util.concurrent.FutureTask")
				.withMessageContaining("Return a CompletableFuture");
			assertThat(task).isCancelled();
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void plainFutureThatIsDoneIsReturnedUnchanged() {
		this.stepped.leading(Job.class, (job, its) -> {
			FutureTask<String> task = new FutureTask<>(() -> "");
			task.run();
			assertThat(job.anything(task)).isSameAs(task);
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void undeclaredFutureIsGuarded() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThat(job.anything("text")).isEqualTo("text");
			assertThat(job.anything(null)).isNull();
			Object result = job.anything(its.work);
			this.stepped.assertHandoverWaitsFor(() -> its.work.complete("done"));
			assertThat(result).isInstanceOf(CompletableFuture.class);
		});
	}

	@Test
	void undeclaredPipelineIsGuardedOnSubscription() {
		this.stepped.leading(Job.class, (job, its) -> {
			Mono<?> result = (Mono<?>) job.anything(Mono.fromFuture(its.work));
			result.subscribe();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).isNotDone();
			assertThat(result.blockOptional()).as("no longer leads").isEmpty();
			its.work.complete("done");
			this.stepped.runDue();
			assertThat(handover).isCompleted();
		});
	}

	@Test
	void interruptedCallWithAFailedFutureReportsTheLoss() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> result = job.lostDuringTheCall(this.stepped::lose);
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(result::get)
				.havingCause()
				.isInstanceOf(LeadershipLostException.class)
				.havingCause()
				.withMessage("interrupted");
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
		});
	}

	@Test
	void workThatContinuesAfterTheLossIsCancelled() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThat(job.startedAfterTheLoss(this.stepped::lose)).isCompletedExceptionally();
			assertThat(its.work).isCancelled();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
		});
	}

	@Test
	void exceptionInsteadOfAFutureEndsTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThatIllegalStateException().isThrownBy(job::failing).withMessage("of its own");
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void refusalIsAFailedFutureIfTheTypeAllows() {
		Contexts.following().withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			assertThat(job.special()).isNull();
			assertThat(job.anything("text")).isNull();
			assertThat(job.stage()).isCompletedWithValue(null);
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> job.strict().get())
				.withCauseInstanceOf(NotLeaderException.class);
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(job::strictSpecial);
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(job::strictAnything);
		});
	}

	@Test
	void rule18FutureThatThrowsUndeclaredEndsTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<String> failing = new CompletableFuture<>() {

				@Override
				public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
					throw Sneaky.sneak(new IOException("from the test"));
				}

			};
			assertThatExceptionOfType(UndeclaredThrowableException.class).isThrownBy(() -> job.anything(failing))
				.withCauseInstanceOf(IOException.class);
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void rule18LossReachesCallerOfUncancellableWork() {
		this.stepped.leading(Unwilling.class, (job, its) -> {
			CompletableFuture<String> result = job.future();
			this.stepped.lose();
			assertThat(result).isCompletedExceptionally();
		});
	}

	static class Unwilling {

		@OnLeader
		CompletableFuture<String> future() {
			return new CompletableFuture<>() {

				@Override
				public boolean cancel(boolean mayInterruptIfRunning) {
					throw new IllegalStateException("from the test");
				}

			};
		}

	}

	static class Job {

		final CompletableFuture<String> work = new CompletableFuture<>();

		final Special special = new Special();

		@OnLeader
		CompletableFuture<String> future() {
			return this.work;
		}

		@OnLeader(onLoss = OnLoss.CONTINUE)
		CompletableFuture<String> lasting() {
			return this.work;
		}

		@OnLeader
		CompletionStage<String> stage() {
			return this.work.minimalCompletionStage();
		}

		@OnLeader
		Special special() {
			return this.special;
		}

		@OnLeader
		@Nullable Object anything(@Nullable Object result) {
			return result;
		}

		@OnLeader
		CompletableFuture<String> failing() {
			throw new IllegalStateException("of its own");
		}

		@OnLeader
		CompletableFuture<String> lostDuringTheCall(Runnable loss) {
			loss.run();
			return CompletableFuture.failedFuture(
					new IllegalStateException(Thread.currentThread().isInterrupted() ? "interrupted" : "not"));
		}

		@OnLeader
		CompletableFuture<String> startedAfterTheLoss(Runnable loss) {
			loss.run();
			return this.work;
		}

		@OnLeader(otherwise = Otherwise.THROW)
		CompletableFuture<String> strict() {
			return this.work;
		}

		@OnLeader(otherwise = Otherwise.THROW)
		Special strictSpecial() {
			return this.special;
		}

		@OnLeader(otherwise = Otherwise.THROW)
		Object strictAnything() {
			return this.work;
		}

	}

	static class Special extends CompletableFuture<String> {

	}

}
