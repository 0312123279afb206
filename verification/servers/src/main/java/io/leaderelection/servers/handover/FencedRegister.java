/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import io.leaderelection.time.Ticker;

/**
 * A resource that rejects a token lower than the highest it has seen. Safe to use from
 * any thread.
 */
final class FencedRegister {

	private final Ticker ticker = Ticker.system();

	private long highest;

	synchronized Write write(long token) {
		long at = this.ticker.nanos();
		boolean accepted = token >= this.highest;
		if (accepted) {
			this.highest = token;
		}
		return new Write(at, token, accepted);
	}

	/**
	 * An attempt to write.
	 *
	 * @param at the time in nanoseconds of the ticker, in the order of the writes
	 * @param token the token
	 * @param accepted whether it was accepted
	 */
	record Write(long at, long token, boolean accepted) {
	}

}
