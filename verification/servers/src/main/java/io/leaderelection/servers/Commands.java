/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs short commands of the system, and finds and writes files.
 */
public final class Commands {

	private Commands() {
	}

	/**
	 * Runs a command and waits for its end.
	 * @param command the command
	 * @return what it printed
	 * @throws IllegalStateException if it failed
	 */
	static String run(List<String> command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			process.getOutputStream().close();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int exit = process.waitFor();
			if (exit != 0) {
				throw new IllegalStateException(command + " ended with " + exit + ": " + output);
			}
			return output;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot run " + command, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted in " + command, ex);
		}
	}

	/**
	 * Finds an executable: first in the {@linkplain Installation installation} that was
	 * chosen, if any.
	 * @param name its name
	 * @param directories the directories to search after the path of this process
	 * @return the executable
	 */
	static Optional<Path> find(String name, List<Path> directories) {
		List<Path> all = new ArrayList<>(Installation.chosen());
		Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
			.filter((entry) -> !entry.isEmpty())
			.map(Path::of)
			.forEach(all::add);
		all.add(Path.of("/usr/sbin"));
		all.addAll(directories);
		return findIn(name, all);
	}

	/**
	 * Finds an executable in given directories only.
	 * @param name its name
	 * @param directories the directories, in the order of preference
	 * @return the executable
	 */
	static Optional<Path> findIn(String name, List<Path> directories) {
		return directories.stream().map((directory) -> directory.resolve(name)).filter(Files::isExecutable).findFirst();
	}

	/**
	 * Finds an executable on the path.
	 * @param name its name
	 * @param missing what to do if there is none
	 * @return the executable
	 * @throws IllegalStateException if there is none
	 */
	static Path require(String name, String missing) {
		return find(name, List.of()).orElseThrow(() -> new IllegalStateException(name + " is missing: " + missing));
	}

	static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	static Path temporaryDirectory(String name) {
		try {
			return Files.createTempDirectory("leader-election-" + name);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot create a temporary directory", ex);
		}
	}

	static Path write(Path file, String content) {
		try {
			return Files.writeString(file, content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + file, ex);
		}
	}

	/** Replaces a file that may be read at any time. */
	static void replace(Path file, String content) {
		Path next = write(file.resolveSibling(file.getFileName() + ".next"), content);
		try {
			Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot replace " + file, ex);
		}
	}

	/**
	 * Deletes a directory with everything in it.
	 * @param directory the directory
	 * @throws UncheckedIOException if that fails
	 */
	public static void delete(Path directory) {
		try (Stream<Path> files = Files.walk(directory)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.deleteIfExists(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot delete " + directory, ex);
		}
	}

}
