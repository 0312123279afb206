/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * Makes the log of a class throw exceptions, as an appender does on a full disk.
 */
public final class BrokenLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final Logger logger;

	/**
	 * Breaks the log until this is closed.
	 * @param type the name of the class that logs
	 */
	public BrokenLog(String type) {
		this.logger = (Logger) LoggerFactory.getLogger(type);
		this.logger.addAppender(this);
		start();
	}

	@Override
	public synchronized void doAppend(ILoggingEvent event) {
		throw new IllegalStateException("The disk is full");
	}

	@Override
	protected void append(ILoggingEvent event) {
		throw new IllegalStateException("The disk is full");
	}

	@Override
	public void close() {
		this.logger.detachAppender(this);
		stop();
	}

}
