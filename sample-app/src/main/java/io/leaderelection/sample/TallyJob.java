/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Counts how often each instance has worked as the leader, in fenced transactions. Unlike
 * for the ledger, no statement carries a token: with
 * {@code leader-election.jdbc.fenced-transactions}, each commit compares the term, so the
 * transaction of a leader that was frozen is rolled back.
 */
@RestController
@ConditionalOnProperty(name = "sample.ledger.place", havingValue = "database")
class TallyJob {

	private final JdbcClient jdbc;

	private final LeaderElections elections;

	TallyJob(JdbcClient jdbc, LeaderElections elections) {
		this.jdbc = jdbc;
		this.elections = elections;
		createTable();
	}

	/**
	 * Creates the table. Several instances may do this at the same time; one of them
	 * succeeds.
	 */
	private void createTable() {
		String table = "create table if not exists tally (instance varchar(255) primary key, runs bigint not null)";
		try {
			this.jdbc.sql(table).update();
		}
		catch (DataAccessException ex) {
			// Another instance has created the table at the same time
			this.jdbc.sql(table).update();
		}
	}

	@Scheduled(cron = "${sample.invoice-schedule}", zone = "UTC")
	@OnLeader(InvoiceJob.ELECTION)
	@OncePerTick(name = "tally")
	@Transactional
	void count() {
		int counted = this.jdbc.sql("update tally set runs = runs + 1 where instance = ?")
			.param(this.elections.instance())
			.update();
		if (counted == 0) {
			this.jdbc.sql("insert into tally (instance, runs) values (?, 1)").param(this.elections.instance()).update();
		}
	}

	@GetMapping("/api/tally")
	Map<String, Long> tally() {
		Map<String, Long> tally = new TreeMap<>();
		this.jdbc.sql("select instance, runs from tally").query((row) -> {
			tally.put(row.getString(1), row.getLong(2));
		});
		return tally;
	}

}
