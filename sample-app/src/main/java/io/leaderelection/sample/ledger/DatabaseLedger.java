/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A ledger in a database. One row holds the last number and the newest token. A writer
 * updates it on condition that its own token is not older, so that check and write are
 * one step.
 */
public final class DatabaseLedger implements Ledger {

	private static final List<String> TABLES = List.of("""
			create table if not exists ledger (
				number bigint primary key,
				fencing_token bigint not null,
				written_at varchar(40) not null,
				instance varchar(255) not null,
				tick varchar(40) unique)""", """
			create table if not exists ledger_repeat (
				id varchar(36) primary key,
				tick varchar(40) not null,
				first_token bigint not null,
				fencing_token bigint not null)""", """
			create table if not exists ledger_rejection (
				id varchar(36) primary key,
				stale_token bigint not null,
				newest_token bigint not null,
				refused_at varchar(40) not null,
				instance varchar(255) not null)""", """
			create table if not exists ledger_head (
				id integer primary key,
				number bigint not null,
				fencing_token bigint not null)""");

	private static final String SELECT = "select number, fencing_token, written_at, instance, tick from ledger ";

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private DatabaseLedger(DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
	}

	/**
	 * Opens the ledger in a database.
	 * @param dataSource the database, in which missing tables are created
	 * @return the ledger
	 * @throws DataAccessException if tables are missing and cannot be created
	 */
	public static DatabaseLedger open(DataSource dataSource) {
		DatabaseLedger ledger = new DatabaseLedger(dataSource);
		TABLES.forEach(ledger::create);
		ledger.createHead();
		return ledger;
	}

	/**
	 * Creates a table. Several instances may do this at the same time; one of them
	 * succeeds.
	 */
	private void create(String table) {
		try {
			this.jdbc.sql(table).update();
		}
		catch (DataAccessException ex) {
			// Another instance may have created the table at the same time
			this.jdbc.sql(table).update();
		}
	}

	private void createHead() {
		if (head().isPresent()) {
			return;
		}
		try {
			this.jdbc.sql("insert into ledger_head (id, number, fencing_token) values (1, 0, 0)").update();
		}
		catch (DataAccessException ex) {
			if (head().isEmpty()) {
				throw ex;
			}
		}
	}

	private Optional<Head> head() {
		return this.jdbc.sql("select number, fencing_token from ledger_head where id = 1")
			.query((row, index) -> new Head(row.getLong(1), row.getLong(2)))
			.optional();
	}

	@Override
	public LedgerEntry append(long fencingToken, String instance, @Nullable Instant tick) {
		Instant now = Instant.now();
		LedgerEntry entry = this.transaction.execute((status) -> {
			int changed = this.jdbc
				.sql("update ledger_head set fencing_token = :token where id = 1 and fencing_token <= :token")
				.param("token", fencingToken)
				.update();
			return (changed == 1) ? write(fencingToken, now, instance, tick) : null;
		});
		if (entry == null) {
			throw new StaleTokenException(reject(fencingToken, now, instance));
		}
		return entry;
	}

	private LedgerEntry write(long fencingToken, Instant now, String instance, @Nullable Instant tick) {
		Optional<LedgerEntry> same = (tick != null) ? this.jdbc.sql(SELECT + "where tick = ?")
			.param(tick.toString())
			.query(DatabaseLedger::entry)
			.optional() : Optional.empty();
		if (tick == null || same.isEmpty()) {
			return insert(fencingToken, now, instance, tick);
		}
		this.jdbc.sql("insert into ledger_repeat (id, tick, first_token, fencing_token) values (?, ?, ?, ?)")
			.params(UUID.randomUUID().toString(), tick.toString(), same.get().fencingToken(), fencingToken)
			.update();
		return same.get();
	}

	private LedgerEntry insert(long fencingToken, Instant now, String instance, @Nullable Instant tick) {
		this.jdbc.sql("update ledger_head set number = number + 1 where id = 1").update();
		LedgerEntry entry = new LedgerEntry(head().orElseThrow().number(), fencingToken, now, instance, tick);
		this.jdbc.sql("insert into ledger (number, fencing_token, written_at, instance, tick) values (?, ?, ?, ?, ?)")
			.param(entry.number())
			.param(fencingToken)
			.param(now.toString())
			.param(instance)
			.param((tick != null) ? tick.toString() : null)
			.update();
		return entry;
	}

	private Rejection reject(long staleToken, Instant now, String instance) {
		Rejection rejection = new Rejection(staleToken, head().orElseThrow().fencingToken(), now, instance);
		this.jdbc
			.sql("insert into ledger_rejection (id, stale_token, newest_token, refused_at, instance) "
					+ "values (?, ?, ?, ?, ?)")
			.params(UUID.randomUUID().toString(), staleToken, rejection.newestToken(), now.toString(), instance)
			.update();
		return rejection;
	}

	@Override
	public List<LedgerEntry> entries() {
		return this.jdbc.sql(SELECT + "order by number").query(DatabaseLedger::entry).list();
	}

	@Override
	public List<LedgerEntry> latest(int count) {
		return this.jdbc.sql(SELECT + "order by number desc").withMaxRows(count).query(DatabaseLedger::entry).list();
	}

	private static LedgerEntry entry(ResultSet row, int index) throws SQLException {
		String tick = row.getString(5);
		return new LedgerEntry(row.getLong(1), row.getLong(2), Instant.parse(row.getString(3)), row.getString(4),
				(tick != null) ? Instant.parse(tick) : null);
	}

	@Override
	public List<Repeat> repeats() {
		return this.jdbc.sql("select tick, first_token, fencing_token from ledger_repeat order by tick")
			.query((row, index) -> new Repeat(Instant.parse(row.getString(1)), row.getLong(2), row.getLong(3)))
			.list();
	}

	@Override
	public List<Rejection> rejections() {
		return this.jdbc
			.sql("select stale_token, newest_token, refused_at, instance from ledger_rejection order by refused_at")
			.query((row, index) -> new Rejection(row.getLong(1), row.getLong(2), Instant.parse(row.getString(3)),
					row.getString(4)))
			.list();
	}

	private record Head(long number, long fencingToken) {
	}

}
