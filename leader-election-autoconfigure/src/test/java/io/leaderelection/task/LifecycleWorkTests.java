/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.BrokenLog;
import io.leaderelection.Leadership;
import io.leaderelection.Registration;
import io.leaderelection.Sneaky;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * The work ends only when the bean has stopped, whatever exceptions the bean throws,
 * because the lease is released directly after it. Each failure sets the interrupt flag,
 * as the report of a stuck task does, so that the next attempt follows immediately.
 */
@Timeout(60)
class LifecycleWorkTests {

	private final Bean bean = new Bean();

	private final LifecycleWork work = new LifecycleWork("bean 'bean'", this.bean);

	@AfterEach
	void clearInterrupt() {
		Thread.interrupted();
	}

	private void run() throws InterruptedException {
		this.work.run(new EndingTerm());
	}

	@Test
	void rule18CheckedExceptionOfAStopIsNoStop() throws InterruptedException {
		this.bean.failure = new IOException("from the test");
		run();
		assertThat(this.bean.running).isFalse();
		assertThat(this.bean.stops).isEqualTo(2);
	}

	@Test
	void rule18ErrorOfAStopIsNoStop() throws InterruptedException {
		this.bean.failure = new InternalError("from the test");
		run();
		assertThat(this.bean.running).isFalse();
	}

	@Test
	void rule18InterruptedExceptionOfAStopIsNoStop() throws InterruptedException {
		this.bean.failure = new InterruptedException("from the test");
		run();
		assertThat(this.bean.running).isFalse();
		assertThat(this.bean.stops).isEqualTo(2);
	}

	@Test
	void rule18BeanWithUnknownStateIsStopped() throws InterruptedException {
		this.bean.unknown = 1;
		run();
		assertThat(this.bean.running).isFalse();
	}

	@Test
	void rule18BrokenLogDoesNotEndTheStop() throws InterruptedException {
		this.bean.failure = new IOException("from the test");
		try (BrokenLog broken = new BrokenLog(LifecycleWork.class.getName())) {
			run();
		}
		assertThat(this.bean.running).isFalse();
	}

	@Test
	void rule18BeanWhoseStartFailsHalfwayIsStopped() {
		this.bean.running = false;
		this.bean.startFailure = new IOException("from the test");
		assertThatIOException().isThrownBy(this::run);
		assertThat(this.bean.stops).isEqualTo(1);
		assertThat(this.bean.running).isFalse();
	}

	@Test
	void rule18BeanInterruptedInItsStartIsStopped() {
		this.bean.running = false;
		this.bean.interruptsItsStart = true;
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(this::run);
		assertThat(this.bean.stops).isEqualTo(1);
		assertThat(this.bean.running).isFalse();
	}

	@Test
	void rule18StopByOthersIsLeftToTheRun() throws InterruptedException {
		this.bean.duringStop = () -> CompletableFuture.runAsync(this.work::stopIfNotLeading).join();
		run();
		assertThat(this.bean.stops).isEqualTo(1);
	}

	/** Already running at first, so it is not started. A failing stop fails once. */
	private static final class Bean implements Lifecycle {

		private boolean running = true;

		private int stops;

		private int looks;

		private int unknown;

		private Throwable failure;

		private Throwable startFailure;

		private boolean interruptsItsStart;

		private Runnable duringStop = () -> {
		};

		@Override
		public void start() {
			this.running = true;
			if (this.startFailure != null) {
				throw Sneaky.sneak(this.startFailure);
			}
			if (this.interruptsItsStart) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public void stop() {
			this.stops++;
			this.duringStop.run();
			if (this.failure != null && this.stops == 1) {
				Thread.currentThread().interrupt();
				throw Sneaky.sneak(this.failure);
			}
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			this.looks++;
			// Not in the check before the start
			if (this.looks > 1 && this.unknown > 0) {
				this.unknown--;
				throw Sneaky.sneak(new IOException("from the test"));
			}
			return this.running;
		}

	}

	/** A term that ends when something waits for its end. */
	private record EndingTerm() implements Leadership {

		@Override
		public String election() {
			return "billing";
		}

		@Override
		public long fencingToken() {
			return 1;
		}

		@Override
		public Duration remaining() {
			return Duration.ZERO;
		}

		@Override
		public boolean isValid() {
			return false;
		}

		@Override
		public void verify() {
			// Never called
		}

		@Override
		public boolean awaitEnd(Duration timeout) throws InterruptedException {
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
			return !timeout.isZero();
		}

		@Override
		public Registration onLost(Runnable action) {
			return () -> {
			};
		}

	}

}
