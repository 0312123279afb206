/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

import io.leaderelection.testkit.ManualTime;
import io.leaderelection.time.Scheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FutureWatchTests {

	private final ManualTime time = new ManualTime();

	private final List<String> done = new ArrayList<>();

	private int opened;

	private final FutureWatch watch = new FutureWatch(() -> {
		this.opened++;
		return this.time.newScheduler();
	});

	private FutureTask<String> watched(String name) {
		FutureTask<String> future = new FutureTask<>(() -> name);
		this.watch.whenDone(future, () -> this.done.add(name));
		return future;
	}

	private void look() {
		this.time.advance(Duration.ofMillis(20));
	}

	@Test
	void noticesEachOnceWhenItIsDone() {
		FutureTask<String> first = watched("first");
		FutureTask<String> second = watched("second");
		look();
		assertThat(this.done).isEmpty();
		second.run();
		look();
		look();
		assertThat(this.done).containsExactly("second");
		first.cancel(true);
		look();
		assertThat(this.done).containsExactly("second", "first");
		watched("third").run();
		look();
		assertThat(this.done).containsExactly("second", "first", "third");
		assertThat(this.opened).isOne();
	}

	@Test
	void looksOnlyWhileThereIsSomethingToSee() {
		assertThat(this.opened).isZero();
		List<Integer> looks = new ArrayList<>();
		this.watch.whenDone(new FutureTask<>(() -> "") {

			@Override
			public boolean isDone() {
				looks.add(looks.size());
				return looks.size() > 2;
			}

		}, () -> {
		});
		this.time.advance(Duration.ofMinutes(1));
		assertThat(looks).hasSize(3);
	}

	@Test
	void futureThatCannotTellCountsAsDone() {
		this.watch.whenDone(new FutureTask<>(() -> "") {

			@Override
			public boolean isDone() {
				throw new IllegalStateException("from the test");
			}

		}, () -> this.done.add("bad"));
		FutureTask<String> good = watched("good");
		good.run();
		look();
		assertThat(this.done).containsExactly("bad", "good");
	}

	@Test
	void errorOfOneFutureEndsNoWatching() {
		FutureTask<String> before = watched("before");
		this.watch.whenDone(new FutureTask<>(() -> "") {

			@Override
			public boolean isDone() {
				throw new AssertionError("from the test");
			}

		}, () -> {
			throw new AssertionError("from the test");
		});
		FutureTask<String> after = watched("after");
		look();
		before.run();
		after.run();
		look();
		assertThat(this.done).containsExactly("before", "after");
	}

	@Test
	void looksAgainAfterAThreadCouldNotBeMade() {
		List<Scheduler> schedulers = new ArrayList<>();
		FutureWatch failing = new FutureWatch(() -> {
			schedulers.add(this.time.newScheduler());
			if (schedulers.size() == 1) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			return schedulers.get(1);
		});
		FutureTask<String> future = new FutureTask<>(() -> "");
		assertThatExceptionOfType(OutOfMemoryError.class)
			.isThrownBy(() -> failing.whenDone(future, () -> this.done.add("refused")));
		failing.whenDone(future, () -> this.done.add("taken"));
		future.run();
		look();
		assertThat(this.done).containsExactly("taken");
	}

	@Test
	@Timeout(60)
	void rule18LooksOnAfterTheNextLookCouldNotBeScheduled() {
		Scheduler scheduler = this.time.newScheduler();
		List<Duration> scheduled = new ArrayList<>();
		FutureWatch failing = new FutureWatch(() -> new RefusingScheduler(scheduler, scheduled));
		FutureTask<String> future = new FutureTask<>(() -> "");
		failing.whenDone(future, () -> this.done.add("noticed"));
		look();
		future.run();
		look();
		assertThat(this.done).containsExactly("noticed");
		assertThat(scheduled).hasSizeGreaterThan(2);
	}

	@Test
	void futureIsAskedWithoutALock() throws Exception {
		FutureTask<String> other = new FutureTask<>(() -> "");
		this.watch.whenDone(new FutureTask<>(() -> "") {

			@Override
			public boolean isDone() {
				Thread thread = new Thread(() -> FutureWatchTests.this.watch.whenDone(other,
						() -> FutureWatchTests.this.done.add("other")));
				thread.start();
				try {
					thread.join(30_000);
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				return !thread.isAlive();
			}

		}, () -> this.done.add("first"));
		look();
		other.run();
		look();
		assertThat(this.done).containsExactly("first", "other");
	}

	/** Refuses its second task: there is no memory for it. */
	private record RefusingScheduler(Scheduler scheduler, List<Duration> scheduled) implements Scheduler {

		@Override
		public void execute(Runnable task) {
			this.scheduler.execute(task);
		}

		@Override
		public Cancellation schedule(Duration delay, Runnable task) {
			this.scheduled.add(delay);
			if (this.scheduled.size() == 2) {
				throw new InternalError("from the test");
			}
			return this.scheduler.schedule(delay, task);
		}

		@Override
		public Cancellation repeat(Duration period, Runnable task) {
			return this.scheduler.repeat(period, task);
		}

		@Override
		public void close() {
			this.scheduler.close();
		}

	}

	@Test
	void looksNoMoreOnceClosed() {
		watched("first").run();
		this.watch.close();
		look();
		watched("second").run();
		look();
		assertThat(this.done).isEmpty();
		new FutureWatch().close();
	}

}
