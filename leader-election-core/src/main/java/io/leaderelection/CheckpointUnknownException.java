/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when it is unknown whether a checkpoint was written. It is not withdrawn: each
 * renewal of the same term carries it until it is known to be written, or another value
 * of the same name replaces it.
 */
public class CheckpointUnknownException extends LeaderElectionException {

	private static final long serialVersionUID = 1L;

	private final String election;

	private final String checkpoint;

	/**
	 * Creates the exception.
	 * @param election the name of the election
	 * @param checkpoint the name of the checkpoint
	 * @param reason why it is unknown, which completes a sentence
	 * @param cause the cause, or {@code null}
	 */
	public CheckpointUnknownException(String election, String checkpoint, String reason, @Nullable Throwable cause) {
		super("Whether checkpoint '" + checkpoint + "' of election '" + election + "' was written is unknown: "
				+ reason);
		this.election = election;
		this.checkpoint = checkpoint;
		if (cause != null) {
			initCause(cause);
		}
	}

	public String getElection() {
		return this.election;
	}

	public String getCheckpoint() {
		return this.checkpoint;
	}

}
