/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.leaderelection.BrokenLog;
import io.leaderelection.Leadership;
import io.leaderelection.Sneaky;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

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

	/** Runs in a term that ends when something waits for its end. */
	private void run() throws InterruptedException {
		Leadership term = Mockito.mock(Leadership.class);
		Mockito.when(term.awaitEnd(Mockito.any())).then((call) -> {
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
			return !call.<Duration>getArgument(0).isZero();
		});
		this.work.run(term);
	}

	static Stream<Throwable> failures() {
		return Stream.of(new IOException("from the test"), new InternalError("from the test"),
				new InterruptedException("from the test"));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void rule18StopThatThrowsIsNoStop(Throwable failure) throws InterruptedException {
		this.bean.failure = failure;
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

}
