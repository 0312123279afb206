/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Calls code that is not of this library, such as a listener, a store or a thread pool,
 * on a thread of this library.
 */
public final class ForeignCode {

	private ForeignCode() {
	}

	/**
	 * Calls the code. An interrupt that it leaves on the thread is cleared, because it
	 * would affect the code that runs there next.
	 * @param <T> the argument's type
	 * @param code the code
	 * @param argument its argument
	 * @return the exception of the code, or {@code null}
	 */
	public static <T> @Nullable Throwable call(Consumer<? super T> code, T argument) {
		boolean interrupted = Thread.currentThread().isInterrupted();
		try {
			code.accept(argument);
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
		finally {
			if (!interrupted) {
				Thread.interrupted();
			}
		}
	}

}
