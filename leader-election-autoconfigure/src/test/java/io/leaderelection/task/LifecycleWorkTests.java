/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.io.IOException;
import java.time.Duration;

import io.leaderelection.BrokenLog;
import io.leaderelection.Leadership;
import io.leaderelection.Registration;
import io.leaderelection.Sneaky;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The work ends when the bean has stopped, whatever the bean or the log throws: the lease
 * is released right after it. Each failure sets the interrupt flag, as the report of a
 * task that is stuck does, so that the bean is asked again at once.
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
		this.work.run(new EndedTerm());
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
	void rule18InterruptedExceptionOfAStopIsNoStopAndIsKept() throws InterruptedException {
		this.bean.failure = new InterruptedException("from the test");
		run();
		assertThat(this.bean.running).isFalse();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void rule18BeanThatCannotSayWhetherItRunsIsStopped() throws InterruptedException {
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

	/** Runs already, so that it is not to be started. Stops when it is asked again. */
	private static final class Bean implements Lifecycle {

		private boolean running = true;

		private int stops;

		private int looks;

		private int unknown;

		private Throwable failure;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.stops++;
			if (this.failure != null && this.stops == 1) {
				Thread.currentThread().interrupt();
				throw Sneaky.sneak(this.failure);
			}
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			this.looks++;
			// Not at the look before the start
			if (this.looks > 1 && this.unknown > 0) {
				this.unknown--;
				throw Sneaky.sneak(new IOException("from the test"));
			}
			return this.running;
		}

	}

	private record EndedTerm() implements Leadership {

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
			// Nobody asks
		}

		@Override
		public boolean awaitEnd(Duration timeout) {
			return true;
		}

		@Override
		public Registration onLost(Runnable action) {
			return () -> {
			};
		}

	}

}
