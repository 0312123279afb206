/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A MySQL server, run by a local {@code mysqld} that is not MariaDB's. The database
 * {@code test} exists. Its data survives a kill.
 */
public final class MySqlServer extends TestServer {

	/** The superuser; it needs no password. */
	public static final String USER = "root";

	private static final String BINARY = "mysqld";

	private static final int ERROR_PACKET = 0xff;

	private MySqlServer(Path directory, int port, List<String> command) {
		super(directory, port, new NativeProcess(command, directory));
	}

	/**
	 * Starts a server.
	 * @param options further options, such as {@code "--max-connections=200"}
	 * @return the running server
	 */
	public static MySqlServer open(String... options) {
		return open(List.of(), options);
	}

	/**
	 * Starts a server whose wall clock can be stepped.
	 * @param time the clock
	 * @param options further options
	 * @return the running server
	 */
	public static MySqlServer openUnder(FakeTime time, String... options) {
		return open(time.prefix(), options);
	}

	private static MySqlServer open(List<String> prefix, String... options) {
		Path directory = Commands.temporaryDirectory("mysql");
		Path server = binary();
		Path installed = Installation.prefix(server);
		Path initial = Commands.write(directory.resolve("initial.sql"), "create database test;\n");
		List<String> common = List.of(server.toString(), "--no-defaults", "--user=" + System.getProperty("user.name"),
				"--basedir=" + installed, "--lc-messages-dir=" + installed.resolve("share/mysql"),
				"--datadir=" + directory.resolve("data"), "--tmpdir=" + directory, "--secure-file-priv=NULL",
				"--innodb-buffer-pool-size=32M", "--innodb-redo-log-capacity=8M");
		List<String> initialize = new ArrayList<>(common);
		initialize.addAll(List.of("--initialize-insecure", "--init-file=" + initial));
		Commands.run(initialize);
		int port = Loopback.freePort();
		List<String> command = new ArrayList<>(prefix);
		command.addAll(common);
		command.addAll(List.of("--port=" + port, "--bind-address=" + Loopback.HOST,
				"--socket=" + directory.resolve("socket"), "--pid-file=" + directory.resolve("pid"), "--mysqlx=OFF",
				"--skip-log-bin", "--performance-schema=OFF", "--innodb-flush-log-at-trx-commit=2"));
		command.addAll(List.of(options));
		return started(new MySqlServer(directory, port, command));
	}

	/**
	 * Returns the URL for MySQL's driver.
	 * @return the URL of the database {@code test}
	 */
	public String jdbcUrl() {
		return jdbcUrl(port());
	}

	/**
	 * Returns the URL for MySQL's driver.
	 * @param port the port of a server, or of a proxy in front of it
	 * @return the URL of the database {@code test}
	 */
	public static String jdbcUrl(int port) {
		return "jdbc:mysql://" + Loopback.HOST + ":" + port + "/test?sslMode=DISABLED&allowPublicKeyRetrieval=true";
	}

	/** MariaDB installs a link of the same name. */
	private static Path binary() {
		return Commands.find(BINARY, List.of())
			.filter((program) -> !Commands.run(List.of(program.toString(), "--version")).contains("MariaDB"))
			.or(() -> Commands.findIn(BINARY, Installation.newest()))
			.orElseThrow(() -> new IllegalStateException("MySQL's " + BINARY + " is missing: run " + Installation.SCRIPT
					+ ", or name a folder with it in " + Installation.CHOSEN));
	}

	@Override
	boolean isReady() {
		return greets(port());
	}

	/**
	 * Returns whether a server of this protocol greets connections. It greets with an
	 * error until it is ready.
	 */
	static boolean greets(int port) {
		return Loopback.answers(port, "", (in) -> {
			byte[] greeting = in.readNBytes(5);
			return greeting.length == 5 && (greeting[4] & 0xff) != ERROR_PACKET;
		});
	}

}
