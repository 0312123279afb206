/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.Leadership;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.guard.GuardCall;
import io.leaderelection.guard.Guards;
import io.leaderelection.work.DetachableCall;
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

		private final AtomicInteger values = new AtomicInteger();

		private final AtomicInteger afterTheEnd = new AtomicInteger();

		private final Sinks.Many<Object> sink = Sinks.many().unicast().onBackpressureBuffer();

		private final Leased held;

		private final BaseSubscriber<Object> downstream = new BaseSubscriber<>() {

			@Override
			protected void hookOnNext(Object value) {
				Round.this.values.incrementAndGet();
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
			AtomicReference<Leased> held = new AtomicReference<>();
			GuardedElection election = Guards.watched(GuardedElection.of(engine.get("default")), (call) -> {
				held.set(new Leased(call));
				return held.get();
			});
			GuardCall call = Guards.of(election, Duration.ZERO, (outcome) -> this.recorded.incrementAndGet())
				.begin((key) -> null);
			assertThat(call.tryEnter()).isTrue();
			this.held = held.get();
			this.kind = kind;
			new GuardedSubscriber(call, this.downstream).start(this.sink.asFlux());
		}

		void run() throws Exception {
			CyclicBarrier barrier = new CyclicBarrier(2);
			AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
			Thread loss = new Thread(() -> {
				try {
					barrier.await();
					this.held.lose();
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
			assertThat(this.held.closed.getCount()).isZero();
			assertThat(this.afterTheEnd).hasValue(0);
			assertThat(this.terminal.get()).isBetween((this.kind % 3 == 0) ? 0 : 1, 1);
		}

	}

	/** The real call, with a loss when the test triggers it. */
	private static final class Leased implements DetachableCall {

		private final DetachableCall call;

		private final CountDownLatch closed = new CountDownLatch(1);

		private volatile Runnable cancellation = () -> {
		};

		Leased(DetachableCall call) {
			this.call = call;
		}

		void lose() {
			this.cancellation.run();
		}

		@Override
		public DetachedCall detach(Runnable cancellation) {
			this.cancellation = cancellation;
			DetachedCall detached = this.call.detach(cancellation);
			return new DetachedCall() {

				@Override
				public Leadership leadership() {
					return detached.leadership();
				}

				@Override
				public void interrupt() {
					detached.interrupt();
				}

				@Override
				public void close() {
					Leased.this.closed.countDown();
					detached.close();
				}

			};
		}

		@Override
		public Leadership leadership() {
			return this.call.leadership();
		}

		@Override
		public void interrupt() {
			this.call.interrupt();
		}

		@Override
		public boolean interrupted() {
			return this.call.interrupted();
		}

		@Override
		public void close() {
			this.call.close();
		}

	}

}
