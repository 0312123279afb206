/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A PostgreSQL server, run by the local binaries. If this process is root, it runs as the
 * user {@code postgres}, because the server refuses to run as root.
 */
public final class PostgresServer extends TestServer {

	/** The superuser; it needs no password. */
	public static final String USER = "postgres";

	private static final String OS_USER = "postgres";

	private static final int STANDARD_PORT = 5432;

	/** Startup message of protocol 3.0 with user and database. */
	private static final String START_UP = "\0\3\0\0user\0postgres\0database\0postgres\0\0";

	private static final int AUTHENTICATION = 'R';

	private PostgresServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server.
	 * @param settings further settings, such as {@code "max_connections=200"}
	 * @return the running server
	 */
	public static PostgresServer open(String... settings) {
		return Containers.choose(find("postgres"), () -> openNative(settings), () -> openContainer(settings));
	}

	private static PostgresServer openContainer(String... settings) {
		int port = Loopback.freePort();
		List<String> command = new ArrayList<>(List.of("postgres", "-F"));
		for (String setting : settings) {
			command.addAll(List.of("-c", setting));
		}
		return started(new PostgresServer(Commands.temporaryDirectory("postgres"), port,
				new ContainerProcess(Containers.image("LEADER_ELECTION_POSTGRES_IMAGE", "postgres:15-alpine"),
						Map.of("POSTGRES_HOST_AUTH_METHOD", "trust"), command, STANDARD_PORT, port)));
	}

	private static PostgresServer openNative(String... settings) {
		return open(initialized(), List.of(), settings);
	}

	/**
	 * Starts a server whose wall clock can be stepped, always as a local process.
	 * @param time the clock
	 * @param settings further settings
	 * @return the running server
	 */
	public static PostgresServer openUnder(FakeTime time, String... settings) {
		return open(initialized(), time.prefix(), settings);
	}

	private static Path initialized() {
		Path directory = ownedDirectory("postgres");
		Commands.run(asServerUser("initdb", "-D", directory.resolve("data").toString(), "-A", "trust", "-U", USER, "-E",
				"UTF8", "--locale=C", "--no-sync"));
		return directory;
	}

	/**
	 * Starts a streaming, asynchronous replica of this server, read-only until
	 * {@link #promote()}.
	 * @param settings further settings
	 * @return the running replica
	 */
	public PostgresServer openReplica(String... settings) {
		return openReplicaThrough(port(), settings);
	}

	/**
	 * Starts a replica that connects to this server at another port, such as that of a
	 * proxy.
	 * @param port the port
	 * @param settings further settings
	 * @return the running replica
	 */
	public PostgresServer openReplicaThrough(int port, String... settings) {
		Path directory = ownedDirectory("postgres");
		Commands.run(asServerUser("pg_basebackup", "-D", directory.resolve("data").toString(), "-h", Loopback.HOST,
				"-p", Integer.toString(port), "-U", USER, "-R", "--checkpoint=fast", "--no-sync"));
		return open(directory, List.of(), settings);
	}

	private static PostgresServer open(Path directory, List<String> prefix, String... settings) {
		int port = Loopback.freePort();
		List<String> arguments = new ArrayList<>(List.of("-D", directory.resolve("data").toString(), "-p",
				Integer.toString(port), "-h", Loopback.HOST, "-k", directory.toString(), "-F"));
		for (String setting : settings) {
			arguments.addAll(List.of("-c", setting));
		}
		List<String> command = new ArrayList<>(prefix);
		command.add(binary("postgres").toString());
		command.addAll(arguments);
		// The command before the binary has to run as the same user
		return started(new PostgresServer(directory, port, new NativeProcess(asServerUser(command), directory)));
	}

	/**
	 * Promotes a replica to a writable server, with the data that it has received so far.
	 */
	public void promote() {
		Commands.run(asServerUser("pg_ctl", "-D", directory().resolve("data").toString(), "-w", "promote"));
	}

	/**
	 * Stops it in good order, without waiting for clients to disconnect as
	 * {@link #stop()} does.
	 */
	public void stopFast() {
		Commands.run(asServerUser("pg_ctl", "-D", directory().resolve("data").toString(), "-m", "fast", "-w", "stop"));
	}

	/**
	 * Returns the URL for JDBC.
	 * @return the URL of the database {@code postgres}
	 */
	public String jdbcUrl() {
		return "jdbc:postgresql://" + Loopback.HOST + ":" + port() + "/postgres";
	}

	@Override
	boolean isReady() {
		return answers(port());
	}

	/** Whether the server is ready; it answers with an error while it starts. */
	static boolean answers(int port) {
		return Loopback.answers(port, "\0\0\0" + (char) (START_UP.length() + Integer.BYTES) + START_UP,
				(in) -> in.read() == AUTHENTICATION);
	}

	/** Returns a directory owned by the user of servers that refuse to run as root. */
	static Path ownedDirectory(String name) {
		Path directory = Commands.temporaryDirectory(name);
		if (Commands.isRoot()) {
			Commands.run(List.of("chown", OS_USER, directory.toString()));
		}
		return directory;
	}

	private static List<String> asServerUser(String binary, String... arguments) {
		return asServerUser(binary(binary), arguments);
	}

	/** Returns a command that runs as the user of servers that refuse to run as root. */
	static List<String> asServerUser(Path binary, String... arguments) {
		List<String> command = new ArrayList<>(List.of(binary.toString()));
		command.addAll(List.of(arguments));
		return asServerUser(command);
	}

	private static List<String> asServerUser(List<String> own) {
		List<String> command = new ArrayList<>();
		if (Commands.isRoot()) {
			command.addAll(List.of("setpriv", "--reuid=" + OS_USER, "--regid=" + OS_USER, "--clear-groups"));
		}
		command.addAll(own);
		return command;
	}

	private static Path binary(String name) {
		return find(name)
			.orElseThrow(() -> new IllegalStateException(name + " is missing: install the package postgresql"));
	}

	/** Searches for the newest version first. */
	private static Optional<Path> find(String name) {
		return Commands.findIn(name, Installation.chosen())
			.or(() -> Commands.findIn(name, Installation.programs(Path.of("/"))))
			.or(() -> Commands.find(name, List.of()));
	}

}
