/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.HashSet;
import java.util.Set;

import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * Logs a failure once, and again only when it changes or ends.
 */
final class FailureLog {

	private static final SafeLogger logger = new SafeLogger(FailureLog.class);

	private static final int LONGEST = 500;

	/** The number of texts that are logged once each, for failures that alternate. */
	private static final int MOST_TEXTS = 8;

	private final String what;

	private final Set<String> logged = new HashSet<>();

	private volatile @Nullable String current;

	FailureLog(String what) {
		this.what = what;
	}

	/** Logs a failure that affects a number of elections. */
	void failed(Throwable cause, int elections) {
		failed(cause, " " + elections + " elections of this instance wait for it.");
	}

	/** Logs a failure. */
	void failed(Throwable cause) {
		failed(cause, "");
	}

	private void failed(Throwable cause, String whom) {
		String text = note(cause);
		if (this.logged.size() < MOST_TEXTS && this.logged.add(text)) {
			logger.warn("{}: no answer from the store: {}.{} Keeps trying", this.what, text, whom);
			logger.debug("{}: no answer from the store", this.what, cause);
		}
	}

	/** Keeps a failure that is logged elsewhere. */
	String note(Throwable cause) {
		String text = text(cause);
		this.current = text;
		return text;
	}

	void succeeded() {
		this.current = null;
		if (!this.logged.isEmpty()) {
			this.logged.clear();
			logger.info("{}: the store answers again", this.what);
		}
	}

	/** The current failure, or {@code null}. */
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
