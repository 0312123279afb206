/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.nio.file.Path;

/**
 * Thrown when a file of a run is missing or malformed.
 */
public class HistoryFormatException extends RuntimeException {

	private static final long serialVersionUID = 1;

	/**
	 * Creates the exception.
	 * @param file the file
	 * @param line the number of the line, from one on
	 * @param cause what is wrong with it
	 */
	public HistoryFormatException(Path file, int line, Exception cause) {
		super(file + ":" + line + ": " + cause.getMessage(), cause);
	}

	/**
	 * Creates the exception.
	 * @param message the file, the line and what is wrong with it
	 */
	public HistoryFormatException(String message) {
		super(message);
	}

	/**
	 * Creates the exception.
	 * @param file the file, or the folder
	 * @param message what is wrong with it
	 */
	public HistoryFormatException(Path file, String message) {
		super(file + ": " + message);
	}

}
