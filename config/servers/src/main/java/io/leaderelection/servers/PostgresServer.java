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
 * A PostgreSQL server: binaries of the system, run as the user {@code postgres} where
 * this process is root, since the server refuses root.
 */
public final class PostgresServer extends TestServer {

	/** The superuser; it needs no password. */
	public static final String USER = "postgres";

	private static final String OS_USER = "postgres";

	private PostgresServer(Path directory, int port, List<String> command) {
		super(directory, port, new NativeProcess(command, directory));
	}

	/**
	 * Starts a server.
	 * @param settings further settings, such as {@code "max_connections=200"}
	 * @return the server, which answers
	 */
	public static PostgresServer open(String... settings) {
		Path directory = ownedDirectory();
		Commands.run(asServerUser("initdb", "-D", directory.resolve("data").toString(), "-A", "trust", "-U", USER, "-E",
				"UTF8", "--locale=C", "--no-sync"));
		return open(directory, settings);
	}

	/**
	 * Starts a streaming, asynchronous replica of this server, read-only until
	 * {@link #promote()}.
	 * @param settings further settings
	 * @return the replica, which answers
	 */
	public PostgresServer openReplica(String... settings) {
		Path directory = ownedDirectory();
		Commands.run(asServerUser("pg_basebackup", "-D", directory.resolve("data").toString(), "-h", Loopback.HOST,
				"-p", Integer.toString(port()), "-U", USER, "-R", "--checkpoint=fast", "--no-sync"));
		return open(directory, settings);
	}

	private static PostgresServer open(Path directory, String... settings) {
		int port = Loopback.freePort();
		List<String> arguments = new ArrayList<>(List.of("-D", directory.resolve("data").toString(), "-p",
				Integer.toString(port), "-h", Loopback.HOST, "-k", directory.toString(), "-F"));
		for (String setting : settings) {
			arguments.addAll(List.of("-c", setting));
		}
		PostgresServer server = new PostgresServer(directory, port,
				asServerUser("postgres", arguments.toArray(String[]::new)));
		server.start();
		return server;
	}

	/**
	 * Makes a replica the writable server, with what it has received so far.
	 */
	public void promote() {
		Commands.run(asServerUser("pg_ctl", "-D", directory().resolve("data").toString(), "-w", "promote"));
	}

	/**
	 * Where JDBC finds it.
	 * @return the URL of the database {@code postgres}
	 */
	public String jdbcUrl() {
		return "jdbc:postgresql://" + Loopback.HOST + ":" + port() + "/postgres";
	}

	@Override
	boolean isReady() {
		Process process;
		try {
			process = new ProcessBuilder(binary("pg_isready").toString(), "-q", "-h", Loopback.HOST, "-p",
					Integer.toString(port()))
				.start();
			return process.waitFor() == 0;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot run pg_isready", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private static Path ownedDirectory() {
		Path directory = Commands.temporaryDirectory("postgres");
		if (Commands.isRoot()) {
			Commands.run(List.of("chown", OS_USER, directory.toString()));
		}
		return directory;
	}

	private static List<String> asServerUser(String binary, String... arguments) {
		List<String> command = new ArrayList<>();
		if (Commands.isRoot()) {
			command.addAll(List.of("setpriv", "--reuid=" + OS_USER, "--regid=" + OS_USER, "--clear-groups"));
		}
		command.add(binary(binary).toString());
		command.addAll(List.of(arguments));
		return command;
	}

	/** Newest version first. */
	private static Path binary(String name) {
		Path versions = Path.of("/usr/lib/postgresql");
		List<Path> directories = List.of();
		if (Files.isDirectory(versions)) {
			try (Stream<Path> found = Files.list(versions)) {
				directories = found
					.sorted(Comparator.comparing((Path path) -> path.getFileName().toString(),
							Comparator.comparingInt(PostgresServer::version))
						.reversed())
					.map((path) -> path.resolve("bin"))
					.toList();
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot read " + versions, ex);
			}
		}
		for (Path directory : directories) {
			if (Files.isExecutable(directory.resolve(name))) {
				return directory.resolve(name);
			}
		}
		return Commands.find(name, List.of())
			.orElseThrow(() -> new IllegalStateException(name + " is missing: install the package postgresql"));
	}

	private static int version(String text) {
		return text.chars().allMatch(Character::isDigit) ? Integer.parseInt(text) : 0;
	}

}
