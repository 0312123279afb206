/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of a failure once, and again only when it changes or ends.
 */
final class FailureLog {

	private static final Logger logger = LoggerFactory.getLogger(FailureLog.class);

	private static final int LONGEST = 500;

	private final String what;

	private volatile @Nullable String current;

	FailureLog(String what) {
		this.what = what;
	}

	void failed(Throwable cause) {
		String text = text(cause);
		String former = this.current;
		this.current = text;
		if (!text.equals(former)) {
			logger.warn("{}: no answer from the store: {}. Keeps trying", this.what, text);
			logger.debug("{}: no answer from the store", this.what, cause);
		}
	}

	void succeeded() {
		if (this.current != null) {
			this.current = null;
			logger.info("{}: the store answers again", this.what);
		}
	}

	/** The present failure, or {@code null}. */
	@Nullable String current() {
		return this.current;
	}

	private static String text(Throwable cause) {
		String message = cause.getMessage();
		String text = (message != null) ? message : cause.getClass().getSimpleName();
		StringBuilder clean = new StringBuilder();
		text.codePoints().limit(LONGEST).forEach((c) -> clean.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
		return clean.toString();
	}

}
