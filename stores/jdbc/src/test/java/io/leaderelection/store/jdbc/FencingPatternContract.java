/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of the statements in docs/fencing.md for any store.
 */
abstract class FencingPatternContract implements OnDatabase {

	private static final Path FILE = Path.of("..", "..", "docs", "fencing.md");

	private final String name = UUID.randomUUID().toString();

	private DriverManagerDataSource dataSource;

	private JdbcClient jdbc;

	/** Returns the SQL snippet that begins with a comment. */
	static String snippet(String comment) {
		try {
			Matcher matcher = Pattern
				.compile("^```sql\\n-- " + comment + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
				.matcher(Files.readString(FILE));
			assertThat(matcher.find()).as("a snippet '%s' in %s", comment, FILE).isTrue();
			return matcher.group(1).strip();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@BeforeEach
	void createTables() {
		this.dataSource = new DriverManagerDataSource(database().url(), database().user(), "");
		this.jdbc = JdbcClient.create(this.dataSource);
		this.jdbc.sql("drop table if exists account_guard").update();
		this.jdbc.sql("drop table if exists account").update();
		this.jdbc.sql(snippet("the table").replace(";", "")).update();
		this.jdbc.sql("create table account (id varchar(40) primary key, balance bigint, fencing_token bigint)")
			.update();
		this.jdbc.sql("insert into account_guard (name, fencing_token) values (?, 0)").param(this.name).update();
		this.jdbc.sql("insert into account (id, balance, fencing_token) values (?, 0, 0)").param(this.name).update();
	}

	private int raise(long token) {
		return this.jdbc.sql(snippet("the guard")).params(token, this.name, token).update();
	}

	private int write(long balance, long token) {
		return this.jdbc.sql(snippet("the row itself")).params(balance, token, this.name, token).update();
	}

	@Test
	void anEarlierLeaderIsRefusedOnceALaterOneHasWritten() {
		assertThat(raise(7)).isEqualTo(1);
		assertThat(raise(7)).isEqualTo(1);
		assertThat(raise(8)).isEqualTo(1);
		assertThat(raise(7)).isZero();
		assertThat(raise(8)).isEqualTo(1);
	}

	@Test
	void aRowCanCarryItsOwnToken() {
		assertThat(write(100, 7)).isEqualTo(1);
		assertThat(write(200, 8)).isEqualTo(1);
		assertThat(write(300, 7)).isZero();
		assertThat(this.jdbc.sql("select balance from account").query(Long.class).single()).isEqualTo(200);
	}

	@Test
	void anEarlierLeaderThatWaitsForALaterOneIsRefusedToo() throws Exception {
		AtomicReference<CompletableFuture<Integer>> earlier = new AtomicReference<>();
		int later = inTransaction(() -> {
			int changed = raise(8);
			earlier.set(CompletableFuture.supplyAsync(() -> inTransaction(() -> raise(7))));
			return changed;
		});
		assertThat(later).isEqualTo(1);
		assertThat(earlier.get().get(1, TimeUnit.MINUTES)).isZero();
	}

	private int inTransaction(IntSupplier work) {
		Integer changed = new TransactionTemplate(new JdbcTransactionManager(this.dataSource))
			.execute((status) -> work.getAsInt());
		return changed;
	}

}
