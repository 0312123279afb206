/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of {@link StoreServer}. The name in lower case is an argument of the run.
 */
enum Store {

	LOCAL(100), REDIS(100), POSTGRES(100), MARIADB(2500), H2(2500), POSTGRES_ADVISORY(100), ETCD(100), ZOOKEEPER(100),
	AZURE_BLOB(2500), KUBERNETES(100);

	private final int coolDownMillis;

	/**
	 * Creates a kind of store.
	 * @param coolDownMillis long enough for a follower to notice that the leader has
	 * left: soon if the store notifies it, otherwise at its next poll
	 */
	Store(int coolDownMillis) {
		this.coolDownMillis = coolDownMillis;
	}

	/**
	 * Returns how long a candidate of this library does not contend after stepping down.
	 * It replaces the default, which would make a run long.
	 * @return milliseconds
	 */
	int coolDownMillis() {
		return this.coolDownMillis;
	}

	/**
	 * Opens a server of this kind.
	 * @param port the port of a running server, or {@code null} to start one
	 * @param directory an empty directory
	 * @return the server
	 */
	StoreServer open(@Nullable Integer port, Path directory) {
		return switch (this) {
			case LOCAL -> StoreServer.directory(directory);
			case REDIS -> StoreServer.redis(port);
			case POSTGRES -> StoreServer.postgres(port);
			case MARIADB -> StoreServer.mariaDb(port);
			case H2 -> StoreServer.h2(port);
			case POSTGRES_ADVISORY -> StoreServer.postgres(port);
			case ETCD -> StoreServer.etcd(port);
			case ZOOKEEPER -> StoreServer.zooKeeper(port);
			case AZURE_BLOB -> StoreServer.azurite(port);
			case KUBERNETES -> StoreServer.kubernetes(port);
		};
	}

	static Store parse(String text) {
		return Arrays.stream(values())
			.filter((store) -> store.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown store '" + text + "'. Use one of "
					+ Arrays.stream(values()).map(Store::toString).collect(Collectors.joining(", "))));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
