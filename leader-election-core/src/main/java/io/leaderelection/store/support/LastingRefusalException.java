/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a store refuses a command until somebody corrects what the message names, for
 * example a missing right or a missing table. Health is down until then.
 */
public class LastingRefusalException extends RefusedCommandException {

	private static final long serialVersionUID = 1L;

	private final String summary;

	private final @Nullable String statements;

	/**
	 * Creates the exception.
	 * @param message what was refused, and the remedy
	 * @param cause the cause, or {@code null}
	 */
	public LastingRefusalException(String message, @Nullable Throwable cause) {
		this(message, null, cause);
	}

	/**
	 * Creates the exception.
	 * @param summary what was refused, and the remedy, on one line
	 * @param statements the statements of the remedy, which the log shows as they are, or
	 * {@code null} for none. They must contain no text of a server
	 * @param cause the cause, or {@code null}
	 */
	protected LastingRefusalException(String summary, @Nullable String statements, @Nullable Throwable cause) {
		super((statements != null) ? summary + ":\n\n" + statements : summary, cause);
		this.summary = summary;
		this.statements = statements;
	}

	/**
	 * Returns the message without the statements.
	 * @return what was refused, and the remedy
	 */
	public final String summary() {
		return this.summary;
	}

	/**
	 * Returns the statements of the remedy.
	 * @return one or more lines, or {@code null} for none
	 */
	public final @Nullable String statements() {
		return this.statements;
	}

}
