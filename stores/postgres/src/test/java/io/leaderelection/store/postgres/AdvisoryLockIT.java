/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.Contender;
import io.leaderelection.store.jdbc.FaultFixture;
import io.leaderelection.store.jdbc.JdbcLeaseStoreFactory;
import io.leaderelection.store.jdbc.OnPostgres;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the advisory lock of a row: which session has it, and how a row without it is
 * treated.
 */
class AdvisoryLockIT extends FaultFixture implements OnPostgres {

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	private Contender rowContender(String id) {
		LeaseStore store = closing(JdbcLeaseStoreFactory.builder(database().source()).build().open());
		return new Contender(store, this.namespace, id, LEASE);
	}

	private int holder(String election) throws SQLException {
		return AdvisoryLocks.holder(this.admin, contenderKey(election));
	}

	private ElectionKey contenderKey(String election) {
		return new ElectionKey(this.namespace, election);
	}

	private void expire(String election) throws SQLException {
		execute(this.admin, "update leader_lease set expires_at = 1 where namespace = ? and election = ?", election);
	}

	private long value(String sql) throws SQLException {
		try (Statement statement = this.admin.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getLong(1);
		}
	}

	@Test
	void theKeyIsTheDocumentedOne() throws Exception {
		contender("first").win("billing \u00e9");
		MessageDigest digest = MessageDigest.getInstance("SHA-256");
		digest.update(this.namespace.getBytes(UTF_8));
		digest.update((byte) 0);
		digest.update("billing \u00e9".getBytes(UTF_8));
		long key = ByteBuffer.wrap(digest.digest()).getLong() ^ value("select 'leader_lease'::regclass::oid::bigint");
		assertThat(value("select count(*) from pg_locks where locktype = 'advisory' and objsubid = 1 and classid = "
				+ (key >>> 32) + " and objid = " + (key & 0xffffffffL)))
			.isEqualTo(1);
	}

	@Test
	void repeatedAcquireLocksOnce() throws SQLException {
		Contender contender = contender("first").win("a");
		for (int i = 0; i < 3; i++) {
			assertGranted(contender.acquire(TIMEOUT, List.of("a")).get(0),
					contender.renew(TIMEOUT, List.of("a")).get(0));
		}
		assertThat(holder("a")).isNotZero();
		assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		assertThat(holder("a")).isZero();
	}

	@Test
	void nextTermOfTheSessionHasItsLockOnce() throws SQLException {
		Contender contender = contender("first").win("a");
		int session = holder("a");
		expire("a");
		contender.startNewAttempt("a");
		contender.win("a");
		assertThat(holder("a")).isEqualTo(session);
		contender.release(TIMEOUT, List.of("a"));
		assertThat(holder("a")).isZero();
	}

	@Test
	void lateReleaseDoesNotUnlockTheNextTerm() throws SQLException {
		LeaseStore store = closing(storeFactory(database().source()).open());
		Contender former = new Contender(store, this.namespace, "first", LEASE).win("a");
		expire("a");
		Contender latter = new Contender(store, this.namespace, "first", LEASE);
		latter.acquire(TIMEOUT, List.of("a"));
		latter.win("a");
		assertThat(former.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Lost());
		assertThat(former.renew(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Lost());
		assertThat(holder("a")).isNotZero();
		assertGranted(latter.renew(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	void losersHoldNoLock() throws SQLException {
		Contender first = contender("first").win("a", "b");
		Contender second = contender("second");
		second.acquire(TIMEOUT, List.of("a", "b"));
		int session = holder("a");
		expire("a");
		assertThat(first.renew(TIMEOUT, List.of("a", "b")).get(0)).isEqualTo(new Outcome.Lost());
		assertThat(holder("a")).isZero();
		assertThat(holder("b")).isEqualTo(session);
		execute(this.admin, "delete from leader_lease where namespace = ? and election = ?", "b");
		assertThat(first.renew(TIMEOUT, List.of("b")).get(0)).isEqualTo(new Outcome.Lost());
		assertThat(holder("b")).isZero();
	}

	@Test
	void lockedExpiredRowBlocksOthers() throws SQLException {
		Contender first = contender("first").win("a");
		expire("a");
		Contender second = contender("second");
		for (Outcome outcome : List.of(second.acquire(TIMEOUT, List.of("a")).get(0),
				second.acquire(TIMEOUT, List.of("a")).get(0), second.observe(TIMEOUT, List.of("a")).get(0))) {
			assertThat(outcome).isInstanceOf(Outcome.Leased.class);
			assertThat(((Outcome.Leased) outcome).remaining()).isZero();
			assertThat(((Outcome.Leased) outcome).candidate()).isEqualTo("first");
		}
		assertThat(first.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		Outcome outcome = second.acquire(TIMEOUT, List.of("a")).get(0);
		assertGranted(outcome);
		assertThat(((Outcome.Granted) outcome).notBefore()).isZero();
	}

	@Test
	void leaderKeepsItsTermAfterAnEndedSession() throws SQLException {
		Contender first = contender("first").win("a");
		int session = holder("a");
		assertThat(AdvisoryLocks.endHolder(this.admin, contenderKey("a"))).isTrue();
		List<Outcome.OfRenew> renewed = first.renew(TIMEOUT, List.of("a"));
		assertGranted(renewed.get(0));
		assertThat(((Outcome.Granted) renewed.get(0)).notBefore()).isZero();
		assertThat(holder("a")).isNotZero().isNotEqualTo(session);
		assertThat(contender("second").acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void vanishedLockRequiresTheSeenToken() throws SQLException {
		contender("first").win("a");
		AdvisoryLocks.endHolder(this.admin, contenderKey("a"));
		Contender second = contender("second");
		assertThat(second.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		assertThat(holder("a")).isZero();
		assertGranted(second.acquire(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	void deletedRecordIsAcquiredOnceTheLeaderUnlocks() throws SQLException {
		Contender first = contender("first").win("a");
		execute(this.admin, "delete from leader_lease where namespace = ? and election = ?", "a");
		Contender second = contender("second");
		assertUnknown(second.acquire(Duration.ofSeconds(2), List.of("a")).get(0), "a session holds its lock");
		assertThat(first.renew(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Lost());
		assertGranted(second.acquire(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	void liveRowOfTheJdbcStoreIsAcquiredOnceFree() throws SQLException {
		Contender row = rowContender("row").win("a", "b");
		Contender advisory = contender("advisory");
		for (Outcome outcome : advisory.acquire(TIMEOUT, List.of("a", "b"))) {
			assertThat(outcome).isInstanceOf(Outcome.Leased.class);
			assertThat(((Outcome.Leased) outcome).remaining()).isPositive();
		}
		assertThat(advisory.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(advisory.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(holder("a")).isZero();
		assertGranted(row.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		row.release(TIMEOUT, List.of("a"));
		expire("b");
		for (Outcome outcome : advisory.acquire(TIMEOUT, List.of("a", "b"))) {
			assertGranted(outcome);
			assertThat(((Outcome.Granted) outcome).notBefore()).isZero();
		}
		assertThat(row.renew(TIMEOUT, List.of("b")).get(0)).isEqualTo(new Outcome.Lost());
		assertThat(row.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Lost());
	}

	@Test
	void jdbcStoreAcquiresALiveRowOnceFree() throws SQLException {
		Contender advisory = contender("advisory").win("a", "b");
		Contender row = rowContender("row");
		for (Outcome outcome : row.acquire(TIMEOUT, List.of("a", "b"))) {
			assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		}
		advisory.release(TIMEOUT, List.of("a"));
		expire("b");
		assertGranted(row.acquire(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		Contender other = contender("other");
		assertThat(other.acquire(TIMEOUT, List.of("b")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(advisory.renew(TIMEOUT, List.of("b")).get(0)).isEqualTo(new Outcome.Lost());
		assertThat(holder("b")).isZero();
		assertGranted(row.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		assertThat(other.acquire(TIMEOUT, List.of("a", "b")))
			.allSatisfy((outcome) -> assertThat(outcome).isInstanceOf(Outcome.Leased.class));
	}

	@Test
	void tablesOfOneDatabaseAreIndependent() throws SQLException {
		AdvisoryLeaseStoreFactory elsewhere = AdvisoryLeaseStoreFactory.builder(database().source())
			.tableName("another_lease")
			.build();
		elsewhere.schema().create(this.admin);
		contender("first").win("a");
		new Contender(closing(elsewhere.open()), this.namespace, "second", LEASE).win("a");
		execute("drop table another_lease, another_fence");
	}

	@Test
	void theSessionIsNamedAfterTheCandidate() throws SQLException {
		String id = "host.of.a.really.quite.long.name.example.com-4711-k3f9";
		contender(id).win("a");
		try (Statement statement = this.admin.createStatement();
				ResultSet row = statement
					.executeQuery("select application_name from pg_stat_activity where pid = " + holder("a"))) {
			row.next();
			assertThat(row.getString(1)).startsWith("leader-election:host.of.a.really").endsWith("com-4711-k3f9");
		}
	}

	@Test
	void followerMayBeIdleForLongerThanALease() throws SQLException {
		Contender former = contender("former", database().source(), Duration.ofSeconds(1)).win("a");
		int session = holder("a");
		former.release(TIMEOUT, List.of("a"));
		former.observe(TIMEOUT, List.of("a"));
		Awaitility.await()
			.pollDelay(Duration.ofMillis(2500))
			.atMost(Duration.ofSeconds(30))
			.until(() -> value("select count(*) from pg_stat_activity where pid = " + session) == 1);
	}

	@Test
	void idleSessionOfALeaderIsEndedAfterALease() throws SQLException {
		Contender leader = contender("leader", database().source(), Duration.ofSeconds(1)).win("a");
		int session = holder("a");
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> value("select count(*) from pg_stat_activity where pid = " + session) == 0);
		assertThat(leader.renew(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Lost());
		leader.startNewAttempt("a");
		leader.win("a");
	}

	@Test
	void closingTheStoreReleasesItsLocks() throws Exception {
		LeaseStore store = storeFactory(database().source()).open();
		new Contender(store, this.namespace, "first", LEASE).win("a");
		store.close();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> holder("a") == 0);
	}

	@Test
	void manualLockBlocksAllCandidates() throws SQLException {
		Contender first = contender("first").win("a");
		first.release(TIMEOUT, List.of("a"));
		Connection foreign = connect();
		try (Statement statement = foreign.createStatement()) {
			statement.execute("select pg_advisory_lock(" + AdvisoryLocks.keyOf(this.admin, contenderKey("a")) + ")");
		}
		first.startNewAttempt("a");
		Outcome outcome = first.acquire(TIMEOUT, List.of("a")).get(0);
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		assertThat(((Outcome.Leased) outcome).remaining()).isZero();
		foreign.close();
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> first.acquire(TIMEOUT, List.of("a")).get(0) instanceof Outcome.Granted);
	}

}
