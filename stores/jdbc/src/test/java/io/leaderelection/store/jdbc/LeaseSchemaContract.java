/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Contract of the tables, with other names than the default ones.
 */
abstract class LeaseSchemaContract extends FaultFixture {

	private static final AtomicInteger NAMES = new AtomicInteger();

	private static final int CREATORS = 6;

	private final String table = "own_" + NAMES.incrementAndGet() + "_leader_lease";

	private JdbcLeaseStoreFactory factory() {
		return JdbcLeaseStoreFactory.builder(database().source()).tableName(this.table).build();
	}

	@Test
	void missingTableIsReportedWithItsStatements() throws SQLException {
		LeaseSchema schema = factory().schema();
		assertThatExceptionOfType(MissingTableException.class).isThrownBy(() -> schema.check(this.admin, "here"))
			.withMessageContaining("create table " + this.table + " (")
			.withMessageContaining("leader-election.jdbc.initialize-schema")
			.satisfies((ex) -> assertThat(ex.ddl()).isEqualTo(schema.ddl()));
		LeaseStore store = closing(factory().open());
		Contender contender = new Contender(store, this.namespace, "first", LEASE);
		assertThatExceptionOfType(MissingTableException.class)
			.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
			.withMessageContaining("create table " + this.table + " (");
		schema.create(this.admin);
		execute("drop table " + schema.in("leader_fence"));
		assertThatExceptionOfType(MissingTableException.class).isThrownBy(() -> schema.check(this.admin, "here"));
		schema.create(this.admin);
		schema.check(this.admin, "here");
		contender.win("a");
	}

	@Test
	void tableWithoutAColumnIsReportedWithItsStatements() throws SQLException {
		LeaseSchema schema = factory().schema();
		schema.create(this.admin);
		execute("alter table " + this.table + " drop column checkpoints");
		assertThatExceptionOfType(MissingTableException.class).isThrownBy(() -> schema.check(this.admin, "here"))
			.withMessageContaining("checkpoints")
			.satisfies((ex) -> assertThat(ex.ddl()).isEqualTo(schema.ddl()));
		Contender contender = new Contender(closing(factory().open()), this.namespace, "first", LEASE);
		assertThatExceptionOfType(MissingTableException.class)
			.isThrownBy(() -> contender.acquire(TIMEOUT, List.of("a")))
			.withMessageContaining("checkpoints");
	}

	@Test
	void rowWithoutCheckpointsIsAcquired() throws SQLException {
		factory().schema().create(this.admin);
		Contender contender = new Contender(closing(factory().open()), this.namespace, "first", LEASE);
		contender.win("a");
		execute("update " + this.table + " set released = 1");
		execute("insert into " + this.table + " (namespace, election, token, nonce, candidate, since, duration_ms, "
				+ "expires_at, not_before, released, metadata) select namespace, " + otherElection()
				+ ", token, nonce, candidate, since, duration_ms, expires_at, not_before, released, metadata from "
				+ this.table);
		assertThat(contender.observe(TIMEOUT, List.of("b"))).first()
			.isInstanceOfSatisfying(Outcome.Free.class,
					(free) -> assertThat(free.checkpoints()).isEqualTo(Checkpoints.NONE));
		contender.win("b");
	}

	/** Returns the name b as a literal of bytes. */
	protected String otherElection() {
		return "x'62'";
	}

	@Test
	void creatorsThatRaceAllSucceed() throws Exception {
		try (WorkerPool threads = TimeSystem.system().workers("creators", CREATORS)) {
			CompletableFuture<?>[] creators = new CompletableFuture<?>[CREATORS];
			for (int i = 0; i < CREATORS; i++) {
				Connection connection = connect();
				creators[i] = CompletableFuture.runAsync(
						() -> assertThatNoException().isThrownBy(() -> factory().schema().create(connection)), threads);
			}
			CompletableFuture.allOf(creators).get(2, TimeUnit.MINUTES);
		}
		factory().schema().check(this.admin, "here");
	}

}
