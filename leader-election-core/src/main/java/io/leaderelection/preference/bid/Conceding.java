/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import io.leaderelection.Leader;
import org.jspecify.annotations.Nullable;

/**
 * The bids to which a leader concedes, while it leads and just after.
 */
final class Conceding {

	/** How long a bidder may take to lead an election that is free. */
	private final long patience;

	private final Concession concession;

	private @Nullable Leader to;

	private long at;

	Conceding(long patience, Concession concession) {
		this.patience = patience;
		this.concession = concession;
	}

	Concession concession() {
		return this.concession;
	}

	/** The bidder to which this instance has just handed over, or {@code null}. */
	@Nullable Leader to() {
		return this.to;
	}

	void made(Leader bidder, long at) {
		this.to = bidder;
		this.at = at;
		this.concession.made(bidder.fencingToken());
	}

	/** Forgets the bidder once somebody leads, or it had its time. */
	void see(boolean isLed, long at) {
		if (isLed || at - this.at > this.patience) {
			this.to = null;
		}
	}

}
