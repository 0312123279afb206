/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * All contenders. To add a store of this library, add one line here; to add another
 * library, add a {@link Candidate} and a line. Only bodies of lambdas refer to
 * candidates, because a candidate's process has only the libraries of its own contender.
 */
final class Contenders {

	// No constructor references: they would load classes that only some class paths have
	private static final List<Contender> ALL = List.of(ours(Store.LOCAL, "local", null),
			ours(Store.REDIS, "redis",
					Expiry.redisInstant("HGET leader-election:{succession}:" + Candidate.ELECTION + " expires-at"),
					Library.REDIS),
			ours(Store.POSTGRES, "jdbc", Expiry.query("""
					SELECT expires_at - EXTRACT(EPOCH FROM clock_timestamp()) * 1000 FROM leader_lease
					WHERE election = 'billing-0'"""), Library.JDBC, Library.POSTGRES),
			ours(Store.MARIADB, "jdbc", Expiry.query("""
					SELECT expires_at - UNIX_TIMESTAMP(SYSDATE(3)) * 1000 FROM leader_lease
					WHERE election = 'billing-0'"""), Library.JDBC, Library.MARIADB),
			ours(Store.H2, "jdbc", Expiry.query("""
					SELECT expires_at - EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 FROM leader_lease
					WHERE election = X'62696c6c696e672d30'"""), Library.JDBC, Library.H2),
			ours(Store.POSTGRES_ADVISORY, "postgres", Expiry.query("""
					SELECT expires_at - EXTRACT(EPOCH FROM clock_timestamp()) * 1000 FROM leader_lease
					WHERE election = 'billing-0'"""), Library.POSTGRES_STORE, Library.JDBC, Library.POSTGRES),
			ours(Store.ETCD, "etcd", null, Library.ETCD_STORE, Library.JETCD),
			ours(Store.ZOOKEEPER, "zookeeper", null, Library.ZOOKEEPER_STORE, Library.CURATOR),
			ours(Store.AZURE_BLOB, "azure-blob", null, Library.AZURE_BLOB_STORE, Library.AZURE),
			ours(Store.KUBERNETES, "kubernetes", null, Library.KUBERNETES_STORE, Library.KUBERNETES),
			new Contender("jetcd", Store.ETCD, EnumSet.of(Library.JETCD), null,
					(settings) -> new JetcdCandidate(settings), null, Contender.NO_COOL_DOWN_MILLIS,
					Scenario.ofSingleElections()),
			new Contender("curator", Store.ZOOKEEPER, EnumSet.of(Library.CURATOR), null,
					(settings) -> new CuratorCandidate(settings), null, Contender.NO_COOL_DOWN_MILLIS,
					Scenario.ofSingleElections()),
			new Contender("fabric8", Store.KUBERNETES, EnumSet.of(Library.KUBERNETES), null,
					(settings) -> new Fabric8Candidate(settings), null, Fabric8Candidate.COOL_DOWN_MILLIS,
					Scenario.ofSingleElections()),
			new Contender("spring-integration pub/sub", Store.REDIS, EnumSet.of(Library.INTEGRATION, Library.REDIS),
					null, (settings) -> new IntegrationRedisCandidate(settings, "pub_sub_lock"),
					Expiry.redis("PTTL succession:" + Candidate.ELECTION), Contender.NO_COOL_DOWN_MILLIS,
					Scenario.ofLeaders()),
			new Contender("spring-integration spin", Store.REDIS, EnumSet.of(Library.INTEGRATION, Library.REDIS), null,
					(settings) -> new IntegrationRedisCandidate(settings, "spin_lock"),
					Expiry.redis("PTTL succession:" + Candidate.ELECTION), Contender.NO_COOL_DOWN_MILLIS,
					Scenario.ofLeaders()),
			integration(Store.POSTGRES, Library.POSTGRES, Expiry.query("""
					SELECT EXTRACT(EPOCH FROM EXPIRED_AFTER - (clock_timestamp() AT TIME ZONE 'UTC')) * 1000
					FROM INT_LOCK""")), integration(Store.MARIADB, Library.MARIADB, null),
			shedLock(Store.POSTGRES, Library.POSTGRES, "TIMESTAMP"),
			shedLock(Store.MARIADB, Library.MARIADB, "TIMESTAMP(3)"));

	private Contenders() {
	}

	private static Contender ours(Store store, String backend, @Nullable Expiry expiry, Library... libraries) {
		Set<Library> all = EnumSet.of(Library.LEADER_ELECTION, libraries);
		Set<Scenario> scenarios = EnumSet.allOf(Scenario.class);
		String[] properties = all.contains(Library.JDBC)
				? new String[] { "--leader-election.backend=" + backend,
						"--leader-election.jdbc.initialize-schema=always" }
				: new String[] { "--leader-election.backend=" + backend };
		return new Contender(Contender.OURS, store, all, null,
				(settings) -> new StarterCandidate(settings, store.coolDownMillis(), properties), expiry,
				store.coolDownMillis(), scenarios);
	}

	private static Contender integration(Store store, Library driver, @Nullable Expiry expiry) {
		return new Contender("spring-integration", store, EnumSet.of(Library.INTEGRATION, Library.JDBC, driver), """
				CREATE TABLE IF NOT EXISTS INT_LOCK (
					LOCK_KEY CHAR(36) NOT NULL,
					REGION VARCHAR(100) NOT NULL,
					CLIENT_ID CHAR(36),
					CREATED_DATE TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
					EXPIRED_AFTER TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
					CONSTRAINT INT_LOCK_PK PRIMARY KEY (LOCK_KEY, REGION)
				)""", (settings) -> new IntegrationJdbcCandidate(settings), expiry, Contender.NO_COOL_DOWN_MILLIS,
				Scenario.ofLeaders());
	}

	private static Contender shedLock(Store store, Library driver, String timestamp) {
		return new Contender("shedlock", store, EnumSet.of(Library.SHEDLOCK, Library.JDBC, driver), """
				CREATE TABLE IF NOT EXISTS shedlock (
					name VARCHAR(64) NOT NULL,
					lock_until %1$s NOT NULL DEFAULT CURRENT_%1$s,
					locked_at %1$s NOT NULL DEFAULT CURRENT_%1$s,
					locked_by VARCHAR(255) NOT NULL,
					PRIMARY KEY (name)
				)""".formatted(timestamp), (settings) -> new ShedLockCandidate(settings), null,
				Contender.NO_COOL_DOWN_MILLIS, Scenario.ofGuards());
	}

	static List<Contender> all() {
		return ALL;
	}

	/**
	 * Finds a contender.
	 * @param id see {@link Contender#id()}
	 * @return the contender
	 */
	static Contender withId(String id) {
		return ALL.stream().filter((contender) -> contender.id().equals(id)).findFirst().orElseThrow();
	}

}
