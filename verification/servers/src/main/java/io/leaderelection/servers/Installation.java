/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder with programs of servers, placed below {@code usr} as in a Debian system.
 */
final class Installation {

	/** The environment variable that names the folder to take servers from. */
	static final String CHOSEN = "LEADER_ELECTION_SERVERS";

	/** The script that makes such a folder with the newest servers. */
	static final String SCRIPT = "verification/newest-servers";

	private static final String NEWEST = "leader-election/newest-servers";

	private Installation() {
	}

	/**
	 * Returns the directories of the programs to use instead of those of this machine.
	 * @return the directories, none unless {@link #CHOSEN} is set
	 * @throws IllegalStateException if it names something else than a folder
	 */
	static List<Path> chosen() {
		String folder = System.getenv().getOrDefault(CHOSEN, "");
		if (folder.isEmpty()) {
			return List.of();
		}
		if (!Files.isDirectory(Path.of(folder))) {
			throw new IllegalStateException(
					CHOSEN + " is '" + folder + "', which is no folder. " + SCRIPT + " makes one and prints its name");
		}
		return programs(Path.of(folder));
	}

	/**
	 * Returns the directories of the programs that {@link #SCRIPT} has unpacked.
	 * @return the directories, which need not exist
	 */
	static List<Path> newest() {
		Path cache = Commands.isRoot() ? Path.of("/var/cache") : Path.of(System.getProperty("user.home"), ".cache");
		return programs(cache.resolve(NEWEST));
	}

	/**
	 * Returns the directories with programs of a system, with the newest PostgreSQL
	 * first.
	 * @param system the root of the system
	 * @return the directories
	 */
	static List<Path> programs(Path system) {
		List<Path> directories = new ArrayList<>();
		Path postgres = system.resolve("usr/lib/postgresql");
		if (Files.isDirectory(postgres)) {
			try (Stream<Path> versions = Files.list(postgres)) {
				versions.sorted(Comparator.comparingInt(Installation::version).reversed())
					.map((version) -> version.resolve("bin"))
					.forEach(directories::add);
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot read " + postgres, ex);
			}
		}
		directories.add(system.resolve("usr/sbin"));
		directories.add(system.resolve("usr/bin"));
		return directories;
	}

	/**
	 * Returns the folder below which a program was installed, since that may be another
	 * one than that for which it was built.
	 * @param program the program, in a directory such as {@code usr/sbin}
	 * @return the folder, such as {@code usr}
	 */
	static Path prefix(Path program) {
		return program.resolveSibling("..").normalize();
	}

	private static int version(Path folder) {
		String name = folder.getFileName().toString();
		return name.chars().allMatch(Character::isDigit) ? Integer.parseInt(name) : 0;
	}

}
