/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The stages of handovers that were returned to callers and are not completed yet. All
 * are completed when the loop ends. Safe to use from any thread.
 */
public final class Stages implements AutoCloseable {

	private final Set<Stage> open = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	/**
	 * Opens the stage of a handover, or one that is done if this was closed.
	 * @return the stage, which throws where waiting for it would be a deadlock
	 */
	public Stage open() {
		Stage stage = new Stage(true);
		this.open.add(stage);
		if (this.closed) {
			finish(stage);
		}
		return stage;
	}

	/**
	 * Completes a stage that has not failed, and returns at once.
	 * @param stage the stage
	 * @param line runs the callbacks that are attached to the stage
	 */
	public void complete(Stage stage, Executor line) {
		complete(stage, null, line);
	}

	/**
	 * Completes a stage, and returns at once.
	 * @param stage the stage
	 * @param failure why it failed, or {@code null} if it did not
	 * @param line runs the callbacks that are attached to the stage
	 */
	public void complete(Stage stage, @Nullable Throwable failure, Executor line) {
		line.execute(() -> {
			this.open.remove(stage);
			if (failure != null) {
				stage.completeExceptionally(failure);
			}
			else {
				stage.complete(null);
			}
		});
	}

	private void finish(Stage stage) {
		this.open.remove(stage);
		stage.complete(null);
	}

	/**
	 * Completes all open stages, because the loop that would do so has ended.
	 */
	@Override
	public void close() {
		this.closed = true;
		List.copyOf(this.open).forEach(this::finish);
	}

	/**
	 * A stage that this library completes. It throws where waiting for it would be a
	 * deadlock, or delay other elections.
	 */
	public static final class Stage extends CompletableFuture<Void> {

		/** Whether this waits for listeners and guarded work. */
		private final boolean ofHandover;

		private Stage(boolean ofHandover) {
			this.ofHandover = ofHandover;
		}

		/**
		 * Returns the stage of a checkpoint that is being written. Threads that deliver
		 * events also complete such stages.
		 * @return a stage that is not done
		 */
		public static Stage ofCheckpoint() {
			return new Stage(false);
		}

		@Override
		public Void join() {
			check();
			return super.join();
		}

		@Override
		public Void get() throws InterruptedException, ExecutionException {
			check();
			return super.get();
		}

		@Override
		public Void get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
			check();
			return super.get(timeout, unit);
		}

		private void check() {
			String refusal = isDone() ? null : refusal();
			if (refusal != null) {
				throw new IllegalStateException(refusal);
			}
		}

		/** Returns why the calling thread must not wait, or {@code null} if it may. */
		private @Nullable String refusal() {
			if (this.ofHandover && (Delivery.isDelivering() || LeadershipContext.get() != null)) {
				return "A handover cannot be waited for inside a listener or guarded work: "
						+ "it waits for them to end. Return, and attach the next step to the stage";
			}
			return (!this.ofHandover && Delivery.isDelivering())
					? "A checkpoint's stage cannot be waited for in a listener, or in a callback "
							+ "of a stage of this library. Return, and attach the next step to the stage"
					: null;
		}

	}

}
