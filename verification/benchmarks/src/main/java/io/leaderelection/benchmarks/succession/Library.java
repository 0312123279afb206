/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Arrays;
import java.util.List;

/**
 * Jars that are only on the class path of candidates that use them, because Spring Boot
 * configures whatever it finds there.
 */
enum Library {

	/** This library, except the stores that are separate artifacts. */
	LEADER_ELECTION("leader-election-core-", "leader-election-autoconfigure-", "leader-election-spring-boot-starter-",
			"leader-election-local-", "leader-election-jdbc-", "leader-election-redis-"),

	/** This library's store over the advisory locks of PostgreSQL. */
	POSTGRES_STORE("leader-election-postgres-"),

	/** This library's store over etcd. */
	ETCD_STORE("leader-election-etcd-"),

	/** This library's store over ZooKeeper. */
	ZOOKEEPER_STORE("leader-election-zookeeper-"),

	/** This library's store over Azure Blob Storage. */
	AZURE_BLOB_STORE("leader-election-azure-blob-"),

	/** This library's store over Kubernetes. */
	KUBERNETES_STORE("leader-election-kubernetes-"),

	/** The client of etcd, and the libraries of its connections. */
	JETCD("jetcd-", "vertx-"),

	/** Curator and ZooKeeper. */
	CURATOR("curator-", "zookeeper-"),

	/** The client of Azure Blob Storage. */
	AZURE("azure-"),

	/** fabric8's client of Kubernetes, and its elector. */
	KUBERNETES("kubernetes-", "zjsonpatch-"),

	/** Redis with Spring Boot. */
	REDIS("spring-boot-data-", "spring-boot-starter-data-redis-", "spring-data-", "lettuce-"),

	/** JDBC with Spring Boot. */
	JDBC("spring-boot-jdbc-", "spring-boot-starter-jdbc-", "spring-boot-sql-", "HikariCP-"),

	/** The driver of PostgreSQL. */
	POSTGRES("postgresql-"),

	/** The driver of MariaDB. */
	MARIADB("mariadb-java-client-"),

	/** The driver of H2, and H2 itself. */
	H2("h2-"),

	/** Spring Integration. */
	INTEGRATION("spring-integration-"),

	/** ShedLock. */
	SHEDLOCK("shedlock-");

	/** Immutable, created by {@code List.of}. */
	@SuppressWarnings("ImmutableEnumChecker")
	private final List<String> prefixes;

	Library(String... prefixes) {
		this.prefixes = List.of(prefixes);
	}

	/**
	 * Whether a jar belongs to the library.
	 * @param jar the name of the file
	 * @return whether it belongs to it
	 */
	boolean has(String jar) {
		return this.prefixes.stream().anyMatch(jar::startsWith);
	}

	/**
	 * Whether a jar is on every class path.
	 * @param jar the name of the file
	 * @return whether it belongs to no library
	 */
	static boolean isCommon(String jar) {
		return Arrays.stream(values()).noneMatch((library) -> library.has(jar));
	}

}
