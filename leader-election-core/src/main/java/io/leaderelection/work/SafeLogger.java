/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A logger that never throws. A logging back end may throw on a full disk or without
 * memory, which must not stop the caller.
 */
public final class SafeLogger {

	private static final AtomicBoolean REPORTED = new AtomicBoolean();

	private final Logger logger;

	/**
	 * Creates a logger.
	 * @param owner the class that names the logger
	 */
	public SafeLogger(Class<?> owner) {
		this.logger = LoggerFactory.getLogger(owner);
	}

	/**
	 * Logs at ERROR.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void error(String format, @Nullable Object... arguments) {
		log((logger) -> logger.error(format, arguments));
	}

	/**
	 * Logs at WARN.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void warn(String format, @Nullable Object... arguments) {
		log((logger) -> logger.warn(format, arguments));
	}

	/**
	 * Logs at INFO.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void info(String format, @Nullable Object... arguments) {
		log((logger) -> logger.info(format, arguments));
	}

	/**
	 * Logs at DEBUG.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void debug(String format, @Nullable Object... arguments) {
		log((logger) -> logger.debug(format, arguments));
	}

	private void log(Consumer<Logger> message) {
		try {
			message.accept(this.logger);
		}
		catch (Throwable ex) {
			report(ex);
		}
	}

	/** Reports the first failure only, to avoid a line a second on standard error. */
	private static void report(Throwable failure) {
		try {
			if (REPORTED.compareAndSet(false, true)) {
				System.err.println("Leader election cannot log and continues without: " + failure);
			}
		}
		catch (Throwable ex) {
			// No logger is left to report to
		}
	}

}
