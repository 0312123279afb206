/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.guard.GuardCall;
import io.leaderelection.guard.Guards;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Races of a pipeline's end, its subscriber's cancellation and the loss of leadership.
 */
@Timeout(60)
class GuardedSubscriberRaceTests {

	private static final int ROUNDS = 3000;

	private final ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build();

	@Test
	void endsExactlyOnce() throws Exception {
		this.engine.join("default");
		this.engine.start();
		for (int i = 0; i < ROUNDS; i++) {
			Round round = new Round(this.engine, i);
			round.run();
		}
		assertThat(this.engine.stop().toCompletableFuture().get(30, TimeUnit.SECONDS)).isNull();
		this.engine.close();
	}

	private static final class Round {

		private final AtomicInteger recorded = new AtomicInteger();

		private final AtomicInteger terminal = new AtomicInteger();

		private final AtomicInteger afterTheEnd = new AtomicInteger();

		private final Sinks.Many<Object> sink = Sinks.many().unicast().onBackpressureBuffer();

		private final AtomicInteger closed = new AtomicInteger();

		/** Signals a loss. */
		private volatile Runnable loss = () -> {
		};

		private final BaseSubscriber<Object> downstream = new BaseSubscriber<>() {

			@Override
			protected void hookOnNext(Object value) {
				if (Round.this.terminal.get() > 0) {
					Round.this.afterTheEnd.incrementAndGet();
				}
			}

			@Override
			protected void hookOnComplete() {
				Round.this.terminal.incrementAndGet();
			}

			@Override
			protected void hookOnError(Throwable ex) {
				Round.this.terminal.incrementAndGet();
			}

		};

		private final int kind;

		Round(ElectionEngine engine, int kind) {
			GuardedElection election = Guards.watched(GuardedElection.class, GuardedElection.of(engine.get("default")),
					(method, arguments, result) -> (result instanceof EnteredCall entered)
							? Guards.watched(EnteredCall.class, entered, this::detached) : result);
			GuardCall call = Guards.of(election, Duration.ZERO, (outcome) -> this.recorded.incrementAndGet())
				.begin((key) -> null);
			assertThat(call.tryEnter()).isTrue();
			this.kind = kind;
			new GuardedSubscriber(call, this.downstream).start(this.sink.asFlux());
		}

		private @Nullable Object detached(String method, Object[] arguments, @Nullable Object result) {
			if (!(result instanceof DetachedCall work)) {
				return result;
			}
			this.loss = (Runnable) arguments[0];
			return Guards.watched(DetachedCall.class, work, (called, nothing, none) -> {
				if (called.equals("close")) {
					this.closed.incrementAndGet();
				}
				return none;
			});
		}

		void run() throws Exception {
			CyclicBarrier barrier = new CyclicBarrier(2);
			AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
			Thread loss = new Thread(() -> {
				try {
					barrier.await();
					this.loss.run();
				}
				catch (Exception ex) {
					failure.set(ex);
				}
			});
			loss.start();
			barrier.await();
			this.sink.tryEmitNext("one");
			this.sink.tryEmitNext("two");
			if (this.kind % 3 == 0) {
				this.downstream.cancel();
			}
			else if (this.kind % 3 == 1) {
				this.sink.tryEmitComplete();
			}
			loss.join();
			assertThat(failure.get()).isNull();
			assertThat(this.recorded).hasValue(1);
			assertThat(this.closed).hasPositiveValue();
			assertThat(this.afterTheEnd).hasValue(0);
			assertThat(this.terminal.get()).isBetween((this.kind % 3 == 0) ? 0 : 1, 1);
		}

	}

}
