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

	private final @Nullable Gate before;

	private final boolean applied;

	private final @Nullable Gate after;

	private final @Nullable RuntimeException failure;

	private StoreFault(@Nullable Gate before, boolean applied, @Nullable Gate after,
			@Nullable RuntimeException failure) {
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
		return new StoreFault(null, false, null, failure);
	}

	/**
	 * Loses the answer: the call is applied and throws.
	 * @param failure the exception
	 * @return the fault
	 */
	public static StoreFault failAfter(RuntimeException failure) {
		return new StoreFault(null, true, null, failure);
	}

	/**
	 * Delays the request: the call blocks, is applied once the gate is opened, and
	 * answers then.
	 * @param gate opened by the test; neither the timeout nor an interrupt opens it
	 * @return the fault
	 */
	public static StoreFault hang(Gate gate) {
		return new StoreFault(gate, true, null, null);
	}

	/**
	 * Delays the answer: the call is applied at once and answers when the gate is opened.
	 * @param gate opened by the test; neither the timeout nor an interrupt opens it
	 * @return the fault
	 */
	public static StoreFault answerLate(Gate gate) {
		return new StoreFault(null, true, gate, null);
	}

	<T> T inject(Supplier<T> call) {
		pass(this.before);
		if (!this.applied) {
			throw Objects.requireNonNull(this.failure, "A call that is not applied must fail");
		}
		T answer = call.get();
		pass(this.after);
		if (this.failure != null) {
			throw this.failure;
		}
		return answer;
	}

	private static void pass(@Nullable Gate gate) {
		if (gate != null) {
			gate.pass();
		}
	}

}
