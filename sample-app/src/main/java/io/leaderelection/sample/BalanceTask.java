/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.time.Duration;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.sample.ledger.Ledger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * A loop that belongs to the term: it starts when leadership is granted, and is
 * interrupted when the term ends.
 */
@Component
class BalanceTask {

	private static final Duration PAUSE = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(BalanceTask.class);

	private final Ledger ledger;

	private volatile boolean running;

	BalanceTask(Ledger ledger) {
		this.ledger = ledger;
	}

	@LeaderTask(InvoiceJob.ELECTION)
	void balance(Leadership leadership) throws InterruptedException {
		this.running = true;
		try {
			do {
				logger.debug("Writes refused so far in the term {}: {}", leadership.fencingToken(),
						this.ledger.rejections().size());
			}
			while (!leadership.awaitEnd(PAUSE));
		}
		finally {
			this.running = false;
		}
	}

	boolean isRunning() {
		return this.running;
	}

}
