/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.DeclaredJobs;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.guard.SteppedElection;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.reactivestreams.Publisher;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for guarded methods that return a reactive type.
 */
class GuardedReactiveTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final SteppedElection stepped = new SteppedElection();

	@Test
	void methodIsCalledOnceForEachSubscriber() {
		this.stepped.leading(Job.class, (job, its) -> {
			Mono<Integer> mono = job.count();
			assertThat(its.calls).hasValue(0);
			assertThat(mono.block(PATIENCE)).isEqualTo(1);
			assertThat(mono.block(PATIENCE)).isEqualTo(2);
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED, GuardOutcome.EXECUTED);
			assertThat(this.stepped.stepDown()).isCompleted();
			assertThat(mono.blockOptional(PATIENCE)).isEmpty();
			assertThat(its.calls).hasValue(2);
		});
	}

	@Test
	void rule18FatalErrorOfASubscriptionEndsTheGuard() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThatExceptionOfType(InternalError.class).isThrownBy(() -> job.exhausted().block(PATIENCE));
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void skippedPipelineIsEmpty() {
		Contexts.following().withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			assertThat(job.count().blockOptional(PATIENCE)).isEmpty();
			assertThat(job.numbers().collectList().block(PATIENCE)).isEmpty();
			assertThat(Flux.from(job.publisher()).collectList().block(PATIENCE)).isEmpty();
			assertThat(JdkFlowAdapter.flowPublisherToFlux(job.flow()).collectList().block(PATIENCE)).isEmpty();
			assertThat(job.maybe().blockingGet()).isNull();
			assertThat(job.flowable().toList().blockingGet()).isEmpty();
			job.completable().blockingAwait();
		});
	}

	@Test
	void refusalIsAnErrorOnceSubscribed() {
		Contexts.following().withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			Mono<String> strict = job.strict();
			Single<String> single = job.single();
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> strict.block(PATIENCE));
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(single::blockingGet);
		});
	}

	@Test
	void pipelinesOfTheLeaderEmitTheirValues() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThat(job.numbers().collectList().block(PATIENCE)).containsExactly(1, 2, 3);
			assertThat(job.numbers().take(2).collectList().block(PATIENCE)).containsExactly(1, 2);
			assertThat(job.numbers().limitRate(1).collectList().block(PATIENCE)).containsExactly(1, 2, 3);
			assertThat(Flux.from(job.publisher()).collectList().block(PATIENCE)).containsExactly("one");
			assertThat(JdkFlowAdapter.flowPublisherToFlux(job.flow()).blockLast(PATIENCE)).isEqualTo("flow");
			assertThat(job.maybe().blockingGet()).isEqualTo("maybe");
			assertThat(job.single().blockingGet()).isEqualTo("single");
			assertThat(job.flowable().toList().blockingGet()).containsExactly("a", "b");
			job.completable().blockingAwait();
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void handoverWaitsUntilThePipelineIsComplete() {
		this.stepped.leading(Job.class, (job, its) -> {
			List<String> seen = new ArrayList<>();
			job.stream().subscribe(seen::add);
			job.stream().subscribe(seen::add);
			its.sink.tryEmitNext("one");
			CompletableFuture<Void> handover = this.stepped.stepDown();
			assertThat(handover).isNotDone();
			its.sink.tryEmitNext("two");
			assertThat(seen).containsExactly("one", "one", "two", "two");
			its.sink.tryEmitComplete();
			this.stepped.runDue();
			assertThat(handover).isCompleted();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED, GuardOutcome.EXECUTED);
		});
	}

	@Test
	void subscriberThatCancelsEndsItsOwnGuardOnly() {
		this.stepped.leading(Job.class, (job, its) -> {
			Disposable one = job.stream().subscribe();
			Disposable other = job.stream().subscribe();
			CompletableFuture<Void> handover = this.stepped.stepDown();
			one.dispose();
			one.dispose();
			this.stepped.runDue();
			assertThat(handover).isNotDone();
			assertThat(its.sink.currentSubscriberCount()).isOne();
			other.dispose();
			this.stepped.runDue();
			assertThat(handover).isCompleted();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.EXECUTED, GuardOutcome.EXECUTED);
		});
	}

	@Test
	void monoIsNotCancelledByItsOwnValue() {
		this.stepped.leading(Job.class, (job, its) -> {
			assertThat(job.oneOf().block(PATIENCE)).isEqualTo("value");
			assertThat(its.cancelled).isEmpty();
		});
	}

	@Test
	void lossCancelsAndIsSignalledDownstream() {
		this.stepped.leading(Job.class, (job, its) -> {
			AtomicReference<Throwable> failure = new AtomicReference<>();
			job.stream().subscribe((value) -> {
			}, failure::set);
			this.stepped.lose();
			assertThat(its.sink.currentSubscriberCount()).isZero();
			assertThat(failure.get()).isInstanceOf(LeadershipLostException.class).hasMessageContaining("'default'");
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
		});
	}

	@Test
	void continueDoesNotCancelThePipeline() {
		this.stepped.leading(Job.class, (job, its) -> {
			List<String> seen = new ArrayList<>();
			job.lasting().subscribe(seen::add);
			this.stepped.lose();
			this.stepped.pass();
			its.sink.tryEmitNext("late");
			assertThat(seen).containsExactly("late");
			assertThat(this.stepped.election().isLeader()).as("work of the former term is still running").isFalse();
			its.sink.tryEmitComplete();
			this.stepped.pass();
			assertThat(this.stepped.election().isLeader()).isTrue();
		});
	}

	@Test
	void failureOfTheMethodItselfIsAnError() {
		this.stepped.leading(Job.class, (job, its) -> {
			Mono<String> failing = job.failing();
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> failing.block(PATIENCE))
				.withMessage("of its own");
			assertThat(job.nothing().blockOptional(PATIENCE)).isEmpty();
			assertThat(this.stepped.stepDown()).isCompleted();
		});
	}

	@Test
	void lossDuringTheCallCancelsItsResult() {
		this.stepped.leading(Job.class, (job, its) -> {
			AtomicReference<Throwable> failure = new AtomicReference<>();
			job.lostDuringTheCall(this.stepped::lose).subscribe((value) -> {
			}, failure::set);
			assertThat(failure.get()).isInstanceOf(LeadershipLostException.class);
			assertThat(its.subscribed).isEmpty();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			assertThat(this.stepped.outcomes()).containsExactly(GuardOutcome.INTERRUPTED);
		});
	}

	@Test
	void waitingBlocksNoSubscriber() {
		this.stepped.following((runner) -> runner.withBean(Patient.class), (context) -> {
			List<String> seen = new CopyOnWriteArrayList<>();
			CompletableFuture<String> value = context.getBean(Patient.class).run().doOnNext(seen::add).toFuture();
			assertThat(value).isNotDone();
			Disposable given = context.getBean(Patient.class).run().subscribe(seen::add);
			given.dispose();
			this.stepped.runDue();
			assertThat(value).succeedsWithin(PATIENCE).isEqualTo("done");
			assertThat(seen).containsExactly("done");
		});
	}

	@Test
	void termIsInTheContextOfThePipeline() {
		this.stepped.leading(Job.class, (job, its) -> {
			long token = this.stepped.election().leadership().orElseThrow().fencingToken();
			assertThat(job.tokenOfContext().block(PATIENCE)).isEqualTo(token);
			assertThat(job.tokenOfThread().block(PATIENCE)).isEqualTo(token);
			assertThat(job.tokenOfOtherThread().block(PATIENCE)).as("not propagated").isZero();
			assertThat(Leadership.findCurrent()).isEmpty();
		});
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@OnLeader ConnectableFlux<String> run() { return null; } | returns reactor.core.publisher.ConnectableFlux ... Declare reactor.core.publisher.Flux
			@OnLeader io.reactivex.rxjava3.core.Single<String> run() { return null; } | cannot be empty where the call is skipped ... otherwise = Otherwise.THROW
			""")
	void typeThatAGuardCannotCreateIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(Contexts.leading(), job, "Job.run() ... " + texts);
	}

	static class Job {

		final AtomicInteger calls = new AtomicInteger();

		final Sinks.Many<String> sink = Sinks.many().multicast().directBestEffort();

		final List<String> cancelled = new CopyOnWriteArrayList<>();

		final List<String> subscribed = new CopyOnWriteArrayList<>();

		@OnLeader
		Mono<Integer> exhausted() {
			return Mono.create((sink) -> {
				throw new InternalError("from the test");
			});
		}

		@OnLeader
		Mono<Integer> count() {
			return Mono.just(this.calls.incrementAndGet());
		}

		@OnLeader
		Flux<Integer> numbers() {
			return Flux.just(1, 2, 3);
		}

		@OnLeader
		Publisher<String> publisher() {
			return Mono.just("one");
		}

		@OnLeader
		Flow.Publisher<String> flow() {
			return JdkFlowAdapter.publisherToFlowPublisher(Mono.just("flow"));
		}

		@OnLeader
		Maybe<String> maybe() {
			return Maybe.just("maybe");
		}

		@OnLeader
		Flowable<String> flowable() {
			return Flowable.just("a", "b");
		}

		@OnLeader
		Completable completable() {
			return Completable.complete();
		}

		@OnLeader(otherwise = Otherwise.THROW)
		Single<String> single() {
			return Single.just("single");
		}

		@OnLeader(otherwise = Otherwise.THROW)
		Mono<String> strict() {
			return Mono.just("strict");
		}

		@OnLeader
		Flux<String> stream() {
			return this.sink.asFlux();
		}

		@OnLeader(onLoss = OnLoss.CONTINUE)
		Flux<String> lasting() {
			return this.sink.asFlux();
		}

		@OnLeader
		Mono<String> oneOf() {
			return Mono.just("value").hide().doOnCancel(() -> this.cancelled.add("oneOf"));
		}

		@OnLeader
		Mono<String> failing() {
			throw new IllegalStateException("of its own");
		}

		@OnLeader
		@SuppressWarnings("NullAway") // a mistake that must not harm
		Mono<String> nothing() {
			return null;
		}

		@OnLeader
		Mono<String> lostDuringTheCall(Runnable loss) {
			loss.run();
			return Mono.<String>never().doOnSubscribe((subscription) -> this.subscribed.add("lost"));
		}

		@OnLeader
		Mono<Long> tokenOfContext() {
			return Mono
				.deferContextual((context) -> Mono.just(context.<Leadership>get(Leadership.class).fencingToken()))
				.subscribeOn(Schedulers.boundedElastic());
		}

		@OnLeader
		Mono<Long> tokenOfThread() {
			long ofBody = Leadership.current().fencingToken();
			return Mono.fromCallable(() -> Leadership.current().fencingToken()).filter((token) -> token == ofBody);
		}

		@OnLeader
		Mono<Long> tokenOfOtherThread() {
			return Mono.fromCallable(() -> Leadership.findCurrent().map(Leadership::fencingToken).orElse(0L))
				.subscribeOn(Schedulers.boundedElastic());
		}

	}

	static class Patient {

		@OnLeader(waitForLeader = "5m")
		Mono<String> run() {
			return Mono.just("done");
		}

	}

}
