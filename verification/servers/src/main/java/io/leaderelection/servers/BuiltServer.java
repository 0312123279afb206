/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The programs of servers that {@value #SCRIPT} builds.
 */
final class BuiltServer {

	private static final String SCRIPT = "verification/servers/go-server";

	private BuiltServer() {
	}

	/**
	 * Returns the program of a server.
	 * @param name the name that the script knows
	 * @return the program that the environment names, else the newest that was built
	 * @throws IllegalStateException if there is none
	 */
	static Path program(String name) {
		String variable = "LEADER_ELECTION_" + name.toUpperCase(Locale.ROOT);
		String chosen = System.getenv().getOrDefault(variable, "");
		Path versions = Path.of(System.getProperty("user.home"), ".cache", "leader-election", name);
		Path program = chosen.isEmpty() ? newest(versions).resolve(name) : Path.of(chosen);
		if (!Files.isExecutable(program)) {
			throw new IllegalStateException("No " + name + " at " + program + ". " + SCRIPT + " " + name
					+ " builds it; or name one in " + variable);
		}
		return program;
	}

	private static Path newest(Path versions) {
		if (!Files.isDirectory(versions)) {
			return versions;
		}
		try (Stream<Path> built = Files.list(versions)) {
			return built.sorted().reduce((first, second) -> second).orElse(versions);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + versions, ex);
		}
	}

}
