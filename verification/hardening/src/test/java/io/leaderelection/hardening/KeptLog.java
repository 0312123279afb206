/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;

/**
 * Keeps the log, with stack traces, until it is cleared.
 */
public final class KeptLog extends AppenderBase<ILoggingEvent> {

	private static final Pattern OURS = Pattern.compile("^[A-Z]+ io\\.leaderelection\\.");

	private static final Queue<String> LINES = new ConcurrentLinkedQueue<>();

	@Override
	protected void append(ILoggingEvent event) {
		String thrown = (event.getThrowableProxy() != null)
				? "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()) : "";
		LINES.add(event.getLevel() + " " + event.getLoggerName() + ": " + event.getFormattedMessage() + thrown);
	}

	static void clear() {
		LINES.clear();
	}

	/** Returns all lines logged since it was cleared. */
	static String text() {
		return String.join("\n", LINES);
	}

	/** Returns the lines of leader election itself. */
	static String ofLeaderElection() {
		return LINES.stream().filter((line) -> OURS.matcher(line).find()).collect(Collectors.joining("\n"));
	}

}
