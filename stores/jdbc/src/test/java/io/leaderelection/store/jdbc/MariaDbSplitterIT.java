/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ReadWriteSplitter.Rule;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests candidates whose reads outside transactions go to a replica that lags behind and
 * whose clock is wrong.
 */
@Tag("server")
@Tag("slow")
class MariaDbSplitterIT extends FaultFixture {

	private static final Duration BEHIND = Duration.ofSeconds(-2);

	private static ReplicatedMariaDb servers;

	@BeforeAll
	static void openServers() throws SQLException {
		servers = new ReplicatedMariaDb();
		servers.stepReplica(BEHIND);
	}

	@AfterAll
	static void closeServers() {
		servers.close();
	}

	@Override
	public TestDatabase database() {
		return TestDatabase.of(servers.primary());
	}

	private ReadWriteSplitter splitter(Rule rule) throws IOException {
		return closing(new ReadWriteSplitter(servers.primary(), servers.replica(), rule));
	}

	private static ConnectionSource through(ReadWriteSplitter splitter) {
		return new DriverConnectionSource(splitter.jdbcUrl(), MariaDbServer.USER, "");
	}

	private long primaryNow() throws SQLException {
		return number("select " + database().clock());
	}

	/** Checks that a command writes an expiry by the clock of the primary. */
	private void assertLeased(Callable<? extends Outcome> command) throws Exception {
		long before = primaryNow();
		assertGranted(command.call());
		assertThat(number("select expires_at from leader_lease where namespace = '" + this.namespace + "'"))
			.isBetween(before + LEASE.toMillis(), primaryNow() + LEASE.toMillis());
	}

	/** The replica receives none of these writes during the test. */
	@ParameterizedTest
	@EnumSource(names = { "SESSION", "FIRST_WORD" })
	void confirmsWritesMissingOnTheReplica(Rule rule) throws Exception {
		ReadWriteSplitter splitter = splitter(rule);
		Contender leader = contender("leader", through(splitter));
		assertGranted(leader.acquire(TIMEOUT, List.of("a")).get(0));
		for (int i = 0; i < 5; i++) {
			assertGranted(leader.renew(TIMEOUT, List.of("a")).get(0));
		}
		assertGranted(leader.acquire(TIMEOUT, List.of("a")).get(0));
		assertThat(leader.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		assertThat(leader.renew(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Lost());
		if (rule == Rule.SESSION) {
			assertThat(splitter.replicaReads()).isPositive();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SESSION", "FIRST_WORD" })
	void measuresLeasesByTheClockOfThePrimary(Rule rule) throws Exception {
		Contender leader = contender("leader", through(splitter(rule)));
		assertLeased(() -> leader.acquire(TIMEOUT, List.of("a")).get(0));
		assertLeased(() -> leader.renew(TIMEOUT, List.of("a")).get(0));
		assertLeased(() -> leader.acquire(TIMEOUT, List.of("a")).get(0));
	}

	/** The term is over by the clock of the replica. */
	@ParameterizedTest
	@EnumSource(names = { "SESSION", "FIRST_WORD" })
	void grantsNoTermThatIsLiveOnThePrimary(Rule rule) throws Exception {
		ReadWriteSplitter splitter = splitter(rule);
		Contender leader = contender("leader").win("a");
		servers.awaitOnReplica("leader_lease", "namespace = '" + this.namespace + "'", 1);
		servers.stepReplica(LEASE.multipliedBy(2));
		try {
			Contender rival = contender("rival", through(splitter));
			for (int i = 0; i < 3; i++) {
				assertThat(rival.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
			}
			assertGranted(leader.renew(TIMEOUT, List.of("a")).get(0));
		}
		finally {
			servers.stepReplica(LEASE.multipliedBy(-2));
		}
	}

	/** The replica still contains the term that has been succeeded on the primary. */
	@Test
	void rejectsARenewalMissingOnThePrimary() throws Exception {
		ReadWriteSplitter splitter = splitter(Rule.TORN);
		Contender former = contender("former").win("a");
		servers.awaitOnReplica("leader_lease", "namespace = '" + this.namespace + "' and election = 'a'", 1);
		servers.suspendReplication(true);
		try {
			Contender misled = former.through(closing(storeFactory(through(splitter)).open()));
			former.release(TIMEOUT, List.of("a"));
			Contender successor = contender("successor");
			successor.win("a");
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> misled.renew(TIMEOUT, List.of("a")))
				.withMessageContaining("A transaction locked 1 records but wrote only 0 of them")
				.withMessageContaining("Set leader-election.jdbc.url to the primary server itself");
		}
		finally {
			servers.suspendReplication(false);
		}
	}

}
