/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.calls;

import io.leaderelection.protocol.Effect;
import io.leaderelection.store.Outcome;

/**
 * Receives the answers to the commands that it sends. Called on the loop.
 */
public interface CommandSender {

	/**
	 * Processes an answer, which may come after the command has timed out.
	 * @param send the command
	 * @param outcome the answer
	 * @param ofStore whether a failure was already logged as one of the store
	 */
	void answered(Effect.Send<?> send, Outcome outcome, boolean ofStore);

}
