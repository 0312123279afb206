/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A logger that never throws. A logging back end may: on a full disk, or without memory.
 * Whoever logs here goes on with what matters more.
 */
final class SafeLogger {

	private static final AtomicBoolean REPORTED = new AtomicBoolean();

	private final Logger logger;

	SafeLogger(Class<?> owner) {
		this.logger = LoggerFactory.getLogger(owner);
	}

	void error(String format, @Nullable Object... arguments) {
		log((logger) -> logger.error(format, arguments));
	}

	void warn(String format, @Nullable Object... arguments) {
		log((logger) -> logger.warn(format, arguments));
	}

	void info(String format, @Nullable Object... arguments) {
		log((logger) -> logger.info(format, arguments));
	}

	void debug(String format, @Nullable Object... arguments) {
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
			// Nobody is left to tell
		}
	}

}
