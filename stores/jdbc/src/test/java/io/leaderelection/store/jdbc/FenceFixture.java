/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.jdbc.ObservedDataSource.Step;
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import io.leaderelection.store.jdbc.fence.TermFence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base class with a leader that writes in fenced transactions, and another candidate that
 * tries to succeed it.
 */
abstract class FenceFixture extends FaultFixture {

	static final String ELECTION = "billing";

	static final Step NOTHING = () -> {
	};

	final ObservedDataSource dataSource = new ObservedDataSource(
			new DriverManagerDataSource(database().url(), database().user(), ""));

	final JdbcClient jdbc = JdbcClient.create(this.dataSource);

	final JdbcTransactionManager manager = fenced(this.dataSource, database());

	Contender leader;

	BelievedTerm term;

	/** Returns a manager of transactions that are fenced. */
	static JdbcTransactionManager fenced(DataSource dataSource, TestDatabase database) {
		JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
		manager.addListener(fence(dataSource, database));
		return manager;
	}

	static FencedTransactions fence(DataSource dataSource, TestDatabase database) {
		return new FencedTransactions(dataSource, () -> TermFence.of(database.schema()));
	}

	@BeforeEach
	void lead() throws SQLException {
		execute("create table if not exists fenced_work (id varchar(40) primary key)");
		execute("delete from fenced_work");
		this.leader = contender("leader").win(ELECTION);
		this.term = term(this.leader, ELECTION);
	}

	@AfterEach
	void unbind() {
		LeadershipContext.set(null);
	}

	static BelievedTerm term(Contender contender, String election) {
		return BelievedTerm
			.of(new StoredTerm(contender.key(election), contender.nonce(election), contender.token(election)));
	}

	/** Ends the lease and lets the other candidate acquire. */
	Outcome.OfAcquire succeed() {
		return succeed(this.leader, ELECTION);
	}

	Outcome.OfAcquire succeed(Contender former, String election) {
		former.release(TIMEOUT, List.of(election));
		Contender rival = contender("rival");
		rival.acquire(TIMEOUT, List.of(election));
		return rival.acquire(TIMEOUT, List.of(election)).get(0);
	}

	TransactionTemplate transaction() {
		return new TransactionTemplate(this.manager);
	}

	TransactionTemplate transaction(int isolation) {
		TransactionTemplate transaction = transaction();
		transaction.setIsolationLevel(isolation);
		return transaction;
	}

	/**
	 * Writes a row in a transaction of a guarded call.
	 * @return the ID of the row
	 */
	String write(Leadership leadership, TransactionTemplate transaction, Step beforeEnd) {
		String id = UUID.randomUUID().toString();
		run(leadership, transaction, () -> insert(this.jdbc, id), beforeEnd);
		return id;
	}

	static void insert(JdbcClient jdbc, String id) {
		jdbc.sql("insert into fenced_work (id) values (?)").param(id).update();
	}

	/** Runs two steps in a transaction of a guarded call. */
	static void run(Leadership leadership, TransactionTemplate transaction, Runnable work, Step beforeEnd) {
		LeadershipContext.set(leadership);
		try {
			beforeEnd.runIn(transaction, work);
		}
		finally {
			LeadershipContext.set(null);
		}
	}

	List<String> written() {
		return this.jdbc.sql("select id from fenced_work order by id").query(String.class).list();
	}

	static void assertKeptOut(Outcome.OfAcquire outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		assertThat(((Outcome.Leased) outcome).remaining()).isEqualTo(Duration.ZERO);
	}

}
