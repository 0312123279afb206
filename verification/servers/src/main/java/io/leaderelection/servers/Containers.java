/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses between a local binary and a container.
 */
final class Containers {

	/**
	 * The environment variable that, if set to {@code true}, prefers containers to
	 * binaries.
	 */
	private static final String PREFERRED = "LEADER_ELECTION_CONTAINERS";

	private Containers() {
	}

	/**
	 * Returns the image of a server.
	 * @param variable the environment variable that can override the image
	 * @param standard the default image
	 * @return the image
	 */
	static String image(String variable, String standard) {
		return System.getenv().getOrDefault(variable, standard);
	}

	static <T> T choose(Optional<?> binary, Supplier<T> process, Supplier<T> container) {
		return (binary.isPresent() && !Boolean.parseBoolean(System.getenv(PREFERRED))) ? process.get()
				: container.get();
	}

}
