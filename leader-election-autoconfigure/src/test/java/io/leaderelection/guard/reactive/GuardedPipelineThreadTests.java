/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.LeadershipLostException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.guard.SteppedElection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pipelines that are stopped while a thread is inside them. The guard ends when that
 * thread has left.
 */
@Timeout(60)
class GuardedPipelineThreadTests {

	private final SteppedElection stepped = new SteppedElection();

	private final Subscriber subscriber = new Subscriber();

	/** Subscribes on a separate thread, which stays inside. */
	private CompletableFuture<Boolean> subscribe(Job job, Job its) throws InterruptedException {
		CompletableFuture<Boolean> flagLeftBehind = new CompletableFuture<>();
		new Thread(() -> {
			job.stubborn().subscribe(this.subscriber);
			flagLeftBehind.complete(Thread.currentThread().isInterrupted());
		}, "subscribing").start();
		its.entered.await();
		return flagLeftBehind;
	}

	@Test
	@DisplayName("A lost pipeline on the subscribing thread ends when the thread has left")
	void lostPipelineEndsBeforeItsSubscribingThreadLeaves() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<Boolean> flagLeftBehind = subscribe(job, its);
			this.stepped.lose();
			its.interrupted.await();
			assertThat(this.subscriber.failure.join()).isInstanceOf(LeadershipLostException.class);
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).as("the pipeline is still running").isFalse();
			assertThat(this.stepped.outcomes()).isEmpty();
			its.open.countDown();
			assertThat(flagLeftBehind.join()).isFalse();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
		});
	}

	@Test
	void handoverWaitsForTheThreadInACancelledPipeline() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<Boolean> flagLeftBehind = subscribe(job, its);
			this.subscriber.cancel();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).as("the pipeline is still running").isNotDone();
			its.open.countDown();
			assertThat(flagLeftBehind.join()).isFalse();
			this.stepped.runDue();
			assertThat(handover).isCompleted();
			assertThat(its.interrupted.getCount()).as("nothing was lost").isOne();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED);
		});
	}

	@Test
	void lossAlsoReachesTheThreadInACancelledPipeline() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<Boolean> flagLeftBehind = subscribe(job, its);
			this.subscriber.cancel();
			this.stepped.lose();
			its.interrupted.await();
			its.open.countDown();
			assertThat(flagLeftBehind.join()).isFalse();
			assertThat(this.subscriber.failure).as("the loss is no longer signalled").isNotDone();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
		});
	}

	@Test
	void failedPipelineEndsWhenAllThreadsHaveLeft() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<Void> left = new CompletableFuture<>();
			new Thread(() -> {
				job.zipped().subscribe(this.subscriber);
				left.complete(null);
			}, "subscribing").start();
			its.entered.await();
			its.sink.tryEmitError(new IllegalStateException("from the test"));
			assertThat(this.subscriber.failure.join()).isInstanceOf(IllegalStateException.class);
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).as("a thread is still inside the pipeline").isNotDone();
			its.open.countDown();
			left.join();
			this.stepped.runDue();
			assertThat(handover).isCompleted();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED);
		});
	}

	@Test
	void deliveringThreadKeepsItsInterruptAfterTheLoss() {
		this.stepped.leading(Job.class, (job, its) -> {
			CompletableFuture<Boolean> flagAtTheError = new CompletableFuture<>();
			new Thread(() -> job.emitting().subscribe((value) -> {
				its.entered.countDown();
				try {
					its.open.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				its.reported.join();
			}, (failure) -> flagAtTheError.complete(Thread.currentThread().isInterrupted())), "emitting").start();
			its.entered.await();
			this.stepped.lose();
			assertThat(flagAtTheError).as("this thread is still delivering a value").isNotDone();
			its.reported.complete(null);
			assertThat(flagAtTheError.join()).isFalse();
			assertThat(its.flagAfterwards.join()).as("the source continues and must be interrupted").isTrue();
		});
	}

	@Test
	void threadIsInterruptedBeforeTheCancellation() {
		this.stepped.leading(Job.class, (job, its) -> {
			job.stubbornlyCancelled().subscribe((value) -> {
				its.entered.countDown();
				try {
					its.open.await();
				}
				catch (InterruptedException ex) {
					its.interrupted.countDown();
				}
			}, (failure) -> assertThat(failure).isInstanceOf(LeadershipLostException.class));
			new Thread(() -> its.sink.tryEmitNext("value"), "delivering").start();
			its.entered.await();
			this.stepped.lose();
			assertThat(its.cancelled.join()).isTrue();
		});
	}

	@Test
	void pipelineLostBeforeItsThreadEnteredDoesNotStart() {
		this.stepped.leading(Job.class, (job, its) -> {
			AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
			job.stubborn().subscribe(new BaseSubscriber<>() {

				@Override
				protected void hookOnSubscribe(Subscription subscription) {
					GuardedPipelineThreadTests.this.stepped.lose();
					subscription.request(1);
				}

				@Override
				protected void hookOnError(Throwable ex) {
					failure.set(ex);
				}

			});
			assertThat(failure.get()).isInstanceOf(LeadershipLostException.class);
			assertThat(its.entered.getCount()).isOne();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
		});
	}

	private static final class Subscriber extends BaseSubscriber<String> {

		private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

		@Override
		protected void hookOnError(Throwable ex) {
			this.failure.complete(ex);
		}

	}

	static class Job {

		final CountDownLatch entered = new CountDownLatch(1);

		final CountDownLatch interrupted = new CountDownLatch(1);

		final CountDownLatch open = new CountDownLatch(1);

		final CompletableFuture<Void> reported = new CompletableFuture<>();

		final CompletableFuture<Boolean> flagAfterwards = new CompletableFuture<>();

		final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();

		final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();

		@OnLeader
		Mono<String> stubborn() {
			return Mono.fromCallable(() -> {
				this.entered.countDown();
				boolean flag = false;
				while (true) {
					try {
						this.open.await();
						break;
					}
					catch (InterruptedException ex) {
						flag = true;
						this.interrupted.countDown();
					}
				}
				if (flag) {
					Thread.currentThread().interrupt();
				}
				return "late";
			});
		}

		@OnLeader
		Mono<String> zipped() {
			return Mono.zip(this.sink.asFlux().next(), stubborn()).map((both) -> both.getT2());
		}

		@OnLeader
		Flux<String> emitting() {
			return Flux.create((emitter) -> {
				emitter.next("value");
				this.flagAfterwards.complete(Thread.currentThread().isInterrupted());
			});
		}

		@OnLeader
		Flux<String> stubbornlyCancelled() {
			return this.sink.asFlux().doOnCancel(() -> {
				try {
					this.cancelled.complete(this.interrupted.await(20, TimeUnit.SECONDS));
				}
				catch (InterruptedException ex) {
					this.cancelled.complete(false);
				}
			});
		}

	}

}
