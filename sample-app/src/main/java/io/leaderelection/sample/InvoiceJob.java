/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.time.Instant;

import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.sample.ledger.Ledger;
import io.leaderelection.sample.ledger.LedgerEntry;
import io.leaderelection.schedule.Ticks;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Writes the next invoice, once for each tick of its schedule. The schedule runs on every
 * instance, the method only on the leader.
 */
@Component
class InvoiceJob {

	/** The election of this application. */
	static final String ELECTION = "invoices";

	private static final Logger logger = LoggerFactory.getLogger(InvoiceJob.class);

	private final Ledger ledger;

	private final LeaderElections elections;

	InvoiceJob(Ledger ledger, LeaderElections elections) {
		this.ledger = ledger;
		this.elections = elections;
	}

	@Scheduled(cron = "${sample.invoice-schedule}", zone = "UTC")
	@OnLeader(ELECTION)
	@OncePerTick(name = "invoices", maxLateness = "1m")
	void writeNextInvoice() {
		// A tick that is run again after a leader died may already have its invoice
		write(Ticks.current().orElse(null));
	}

	/**
	 * Writes an invoice immediately, or throws an exception if this instance does not
	 * lead.
	 */
	@OnLeader(election = ELECTION, otherwise = Otherwise.THROW)
	LedgerEntry writeInvoice() {
		return write(null);
	}

	private LedgerEntry write(@Nullable Instant tick) {
		// The ledger compares the token, so a leader that was frozen right here is
		// refused
		LedgerEntry entry = this.ledger.append(Leadership.current().fencingToken(), this.elections.instance(), tick);
		logger.debug("Wrote invoice {}", entry.number());
		return entry;
	}

}
