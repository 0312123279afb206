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

	LOCAL, REDIS, POSTGRES, MARIADB, H2;

	/**
	 * Opens a server of this kind.
	 * @param port of one that runs, or {@code null} to start one
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
		};
	}

	static Store parse(String text) {
		return Arrays.stream(values())
			.filter((store) -> store.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No store is called '" + text + "'. There are "
					+ Arrays.stream(values()).map(Store::toString).collect(Collectors.joining(", "))));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
