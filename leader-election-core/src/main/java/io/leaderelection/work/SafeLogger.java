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
 * A logger that never throws. A logging back end may: on a full disk, or without memory.
 * The caller goes on with more important things.
 */
public final class SafeLogger {

	private static final AtomicBoolean REPORTED = new AtomicBoolean();

	private final Logger logger;

	/**
	 * Creates a logger.
	 * @param owner names it
	 */
	public SafeLogger(Class<?> owner) {
		this.logger = LoggerFactory.getLogger(owner);
	}

	/**
	 * Logs at ERROR.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, and perhaps a throwable behind them
	 */
	public void error(String format, @Nullable Object... arguments) {
		log((logger) -> logger.error(format, arguments));
	}

	/**
	 * Logs at WARN.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, and perhaps a throwable behind them
	 */
	public void warn(String format, @Nullable Object... arguments) {
		log((logger) -> logger.warn(format, arguments));
	}

	/**
	 * Logs at INFO.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, and perhaps a throwable behind them
	 */
	public void info(String format, @Nullable Object... arguments) {
		log((logger) -> logger.info(format, arguments));
	}

	/**
	 * Logs at DEBUG.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, and perhaps a throwable behind them
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

	/** Once: whoever cannot log does not want a line a second on standard error. */
	private static void report(Throwable failure) {
		try {
			if (REPORTED.compareAndSet(false, true)) {
				System.err.println("Leader election cannot log and goes on without: " + failure);
			}
		}
		catch (Throwable ex) {
			// No logger is left to report to
		}
	}

}
