/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * Counts what the library logs as errors.
 */
final class ErrorCount extends AppenderBase<ILoggingEvent> {

	private static final String LIBRARY = "io.leaderelection";

	private final AtomicLong errors = new AtomicLong();

	static ErrorCount attach() {
		LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
		ErrorCount count = new ErrorCount();
		count.setContext(context);
		count.start();
		Logger library = context.getLogger(LIBRARY);
		library.addAppender(count);
		return count;
	}

	@Override
	protected void append(ILoggingEvent event) {
		if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
			this.errors.incrementAndGet();
		}
	}

	long count() {
		return this.errors.get();
	}

}
