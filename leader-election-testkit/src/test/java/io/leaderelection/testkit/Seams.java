/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of the engine to its environment, and makes one of them throw.
 */
final class Seams {

	private final int throwAt;

	/** For how long all calls throw, in nanoseconds, or 0 for one call. */
	private final long duration;

	private boolean counting;

	private int calls;

	private @Nullable String thrownIn;

	private long thrownAt;

	private final ManualTime time;

	/**
	 * Creates the seams of one run.
	 * @param throwAt the number of the call that throws, from 1, or 0 for none
	 * @param duration for how long all calls after it throw, too
	 * @param time the time system
	 */
	Seams(int throwAt, Duration duration, ManualTime time) {
		this.throwAt = throwAt;
		this.duration = duration.toNanos();
		this.time = time;
	}

	/** Starts counting. */
	void begin() {
		this.counting = true;
	}

	/** Stops counting. */
	void end() {
		this.counting = false;
	}

	int calls() {
		return this.calls;
	}

	/** Returns the seam that has thrown, or {@code null}. */
	@Nullable String thrownIn() {
		return this.thrownIn;
	}

	/** A call through a seam. */
	void pass(String seam) {
		if (due(seam)) {
			throw Seams.<RuntimeException>sneaky(fault());
		}
	}

	/** Whether this call has to throw. */
	boolean due(String seam) {
		if (!this.counting) {
			return false;
		}
		this.calls++;
		if (this.calls == this.throwAt) {
			this.thrownIn = seam;
			this.thrownAt = this.time.ticker().nanos();
			return true;
		}
		return isThrowing();
	}

	/** Whether every call throws at present. */
	boolean isThrowing() {
		return this.thrownIn != null && this.time.ticker().nanos() - this.thrownAt < this.duration;
	}

	/** Returns a throwable of each kind in turn. */
	Throwable fault() {
		return switch (this.throwAt % 4) {
			case 0 -> new OutOfMemoryError("unable to create native thread (call " + this.throwAt + ")");
			case 1 -> new RejectedExecutionException("call " + this.throwAt);
			case 2 -> new IOException("call " + this.throwAt + ", a checked exception");
			default -> new InterruptedException("call " + this.throwAt);
		};
	}

	@SuppressWarnings("unchecked")
	static <T extends Throwable> T sneaky(Throwable thrown) throws T {
		throw (T) thrown;
	}

}
