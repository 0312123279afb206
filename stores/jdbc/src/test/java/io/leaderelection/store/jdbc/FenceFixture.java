/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

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

	final ObservedDataSource dataSource = new ObservedDataSource(
			new DriverManagerDataSource(database().url(), database().user(), ""));

	final JdbcClient jdbc = JdbcClient.create(this.dataSource);

	final JdbcTransactionManager manager = new JdbcTransactionManager(this.dataSource);

	final FencedTransactions fenced = new FencedTransactions(this.dataSource,
			() -> TermFence.of(new LeaseSchema(dialect(), JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME)));

	Contender leader;

	BelievedTerm term;

	private JdbcDialect dialect() {
		return JdbcDialect.ofUrl(database().url()).orElseThrow();
	}

	@BeforeEach
	void lead() throws SQLException {
		execute("create table if not exists fenced_work (id varchar(40) primary key)");
		this.manager.addListener(this.fenced);
		this.leader = contender("leader").win(ELECTION);
		this.term = term(this.leader);
	}

	@AfterEach
	void unbind() {
		LeadershipContext.set(null);
	}

	static BelievedTerm term(Contender contender) {
		return BelievedTerm
			.of(new StoredTerm(contender.key(ELECTION), contender.nonce(ELECTION), contender.token(ELECTION)));
	}

	/** Ends the lease and lets the other candidate acquire. */
	Outcome.OfAcquire succeed() {
		this.leader.release(TIMEOUT, List.of(ELECTION));
		Contender rival = contender("rival");
		rival.acquire(TIMEOUT, List.of(ELECTION));
		return rival.acquire(TIMEOUT, List.of(ELECTION)).get(0);
	}

	TransactionTemplate transaction(int isolation) {
		TransactionTemplate transaction = new TransactionTemplate(this.manager);
		transaction.setIsolationLevel(isolation);
		return transaction;
	}

	/**
	 * Writes a row in a transaction of a guarded call.
	 * @return the ID of the row
	 */
	String write(Leadership leadership, TransactionTemplate transaction, Step beforeEnd) {
		String id = UUID.randomUUID().toString();
		LeadershipContext.set(leadership);
		try {
			transaction.executeWithoutResult((status) -> {
				this.jdbc.sql("insert into fenced_work (id) values (?)").param(id).update();
				try {
					beforeEnd.run();
				}
				catch (RuntimeException ex) {
					throw ex;
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
			});
		}
		finally {
			LeadershipContext.set(null);
		}
		return id;
	}

	List<String> written() {
		return this.jdbc.sql("select id from fenced_work order by id").query(String.class).list();
	}

	static void assertKeptOut(Outcome.OfAcquire outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		assertThat(((Outcome.Leased) outcome).remaining()).isEqualTo(Duration.ZERO);
	}

}
