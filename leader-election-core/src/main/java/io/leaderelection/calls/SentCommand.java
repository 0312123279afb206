/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.calls;

import io.leaderelection.protocol.Effect;

/**
 * A command on its way to the store, and its sender.
 *
 * @param sender receives the answer
 * @param send the command
 */
record SentCommand(CommandSender sender, Effect.Send<?> send) {

	/** Returns the nanoseconds until the command times out. */
	long timeLeft(long ticker) {
		return this.send.timeout() - (ticker - this.send.sent().ticker());
	}

}
