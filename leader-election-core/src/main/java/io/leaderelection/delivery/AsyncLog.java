/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs on another thread, so that a failing logging back end or a slow disk delays
 * neither a renewal nor an interrupt. Messages appear in order. Safe to use from any
 * thread.
 */
public final class AsyncLog {

	/** The longest text of others in a message, in code points. */
	private static final int LONGEST = 500;

	private final Logger logger;

	private final Executor thread;

	/**
	 * Creates a log.
	 * @param owner the class that names the logger
	 * @param thread runs its tasks in order, on another thread, and tolerates exceptions
	 * of the logging back end
	 */
	public AsyncLog(Class<?> owner, Executor thread) {
		this.logger = LoggerFactory.getLogger(owner);
		this.thread = thread;
	}

	/**
	 * Logs at ERROR.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void error(String format, @Nullable Object... arguments) {
		later(() -> this.logger.error(format, arguments));
	}

	/**
	 * Logs at WARN.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void warn(String format, @Nullable Object... arguments) {
		later(() -> this.logger.warn(format, arguments));
	}

	/**
	 * Logs at INFO.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void info(String format, @Nullable Object... arguments) {
		later(() -> this.logger.info(format, arguments));
	}

	/**
	 * Logs at DEBUG.
	 * @param format the message with {@code {}} for each argument
	 * @param arguments the arguments, optionally followed by a throwable
	 */
	public void debug(String format, @Nullable Object... arguments) {
		later(() -> this.logger.debug(format, arguments));
	}

	private void later(Runnable message) {
		try {
			this.thread.execute(message);
		}
		catch (Throwable ex) {
			// Without memory the message is lost, and the caller continues
		}
	}

	/** Returns a text of others as one line of limited length. */
	static String line(String text) {
		StringBuilder line = new StringBuilder();
		text.codePoints().limit(LONGEST).forEach((c) -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
		return line.toString();
	}

}
