/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import io.leaderelection.Leadership;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.sample.ledger.Ledger;
import io.leaderelection.sample.ledger.LedgerEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Numbers and writes the next invoice. The schedule runs on every instance, the method
 * only on the leader.
 */
@Component
class InvoiceJob {

	/** The election this application is about. */
	static final String ELECTION = "invoices";

	private static final Logger logger = LoggerFactory.getLogger(InvoiceJob.class);

	private final Ledger ledger;

	private final LeaderElections elections;

	InvoiceJob(Ledger ledger, LeaderElections elections) {
		this.ledger = ledger;
		this.elections = elections;
	}

	@Scheduled(fixedRateString = "${sample.invoice-interval}")
	@OnLeader(election = ELECTION, waitForLeader = "2s")
	void writeNextInvoice() {
		write();
	}

	/** Writes an invoice now, or throws if this instance does not lead. */
	@OnLeader(election = ELECTION, otherwise = Otherwise.THROW)
	LedgerEntry writeInvoice() {
		return write();
	}

	private LedgerEntry write() {
		// The ledger compares the token: a leader that was frozen right here is refused.
		LedgerEntry entry = this.ledger.append(Leadership.current().fencingToken(), this.elections.instance());
		logger.debug("Wrote invoice {}", entry.number());
		return entry;
	}

}
