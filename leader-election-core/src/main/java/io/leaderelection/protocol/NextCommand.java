/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The next command to the store that needs no further input: when it is due, and how it
 * is sent. Waking and sending read the same answer, so that they cannot disagree.
 *
 * @param at when it is due, or {@link ElectionProtocol#NEVER}
 * @param send sends it
 */
record NextCommand(long at, Supplier<Effect.Send<?>> send) {

	NextCommand orEarlier(NextCommand other) {
		return (other.at < this.at) ? other : this;
	}

	/** Sends the command if it is due, otherwise returns {@code null}. */
	Effect.@Nullable Send<?> sendIfDue(long now) {
		return (now >= this.at) ? this.send.get() : null;
	}

}
