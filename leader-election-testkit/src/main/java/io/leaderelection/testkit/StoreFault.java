/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A fault of one call of a store.
 */
public final class StoreFault {

	private final Runnable before;

	private final boolean applied;

	private final Runnable after;

	private final @Nullable RuntimeException failure;

	private StoreFault(Runnable before, boolean applied, Runnable after, @Nullable RuntimeException failure) {
		this.before = before;
		this.applied = applied;
		this.after = after;
		this.failure = failure;
	}

	/**
	 * Loses the request: the call is not applied and throws.
	 * @param failure the exception
	 * @return the fault
	 */
	public static StoreFault failBefore(RuntimeException failure) {
		return new StoreFault(StoreFault::atOnce, false, StoreFault::atOnce, failure);
	}

	/**
	 * Loses the answer: the call is applied and throws.
	 * @param failure the exception
	 * @return the fault
	 */
	public static StoreFault failAfter(RuntimeException failure) {
		return new StoreFault(StoreFault::atOnce, true, StoreFault::atOnce, failure);
	}

	/**
	 * Delays the request: the call blocks, is applied once the gate is opened, and
	 * answers then.
	 * @param gate opened by the test; neither the timeout nor an interrupt opens it
	 * @return the fault
	 */
	public static StoreFault hang(Gate gate) {
		return new StoreFault(gate::pass, true, StoreFault::atOnce, null);
	}

	/**
	 * Delays the answer: the call is applied at once and answers when the gate is opened.
	 * @param gate opened by the test; neither the timeout nor an interrupt opens it
	 * @return the fault
	 */
	public static StoreFault answerLate(Gate gate) {
		return new StoreFault(StoreFault::atOnce, true, gate::pass, null);
	}

	<T> T inject(Supplier<T> call) {
		this.before.run();
		if (!this.applied) {
			throw Objects.requireNonNull(this.failure, "A call that is not applied must fail");
		}
		T answer = call.get();
		this.after.run();
		if (this.failure != null) {
			throw this.failure;
		}
		return answer;
	}

	private static void atOnce() {
	}

}
