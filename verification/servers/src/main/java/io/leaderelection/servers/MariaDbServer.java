/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A MariaDB server, run by the local binaries. The database {@code test} exists. Its data
 * survives a kill.
 */
public final class MariaDbServer extends TestServer {

	/** The superuser; it needs no password. */
	public static final String USER = "root";

	private MariaDbServer(Path directory, int port, List<String> command) {
		super(directory, port, new NativeProcess(command, directory));
	}

	/**
	 * Starts a server.
	 * @param options further options, such as {@code "--max-connections=200"}
	 * @return the running server
	 */
	public static MariaDbServer open(String... options) {
		return open(List.of(), options);
	}

	/**
	 * Starts a server whose wall clock can be stepped.
	 * @param time the clock
	 * @param options further options
	 * @return the running server
	 */
	public static MariaDbServer openUnder(FakeTime time, String... options) {
		return open(time.prefix(), options);
	}

	private static MariaDbServer open(List<String> prefix, String... options) {
		Path directory = Commands.temporaryDirectory("mariadb");
		Path data = directory.resolve("data");
		// At startup a server deletes all temporary tables that it finds, even those of a
		// running server
		String temporary = "--tmpdir=" + directory;
		String user = System.getProperty("user.name");
		Path server = binary("mariadbd");
		String installed = "--basedir=" + Installation.prefix(server);
		Commands.run(List.of(binary("mariadb-install-db").toString(), "--no-defaults", "--user=" + user, installed,
				"--auth-root-authentication-method=normal", "--datadir=" + data, temporary));
		int port = Loopback.freePort();
		List<String> command = new ArrayList<>(prefix);
		command.addAll(List.of(server.toString(), "--no-defaults", "--user=" + user, installed, "--datadir=" + data,
				"--port=" + port, "--bind-address=" + Loopback.HOST, "--socket=" + directory.resolve("socket"),
				"--pid-file=" + directory.resolve("pid"), "--innodb-flush-log-at-trx-commit=2",
				"--innodb-buffer-pool-size=32M", temporary));
		command.addAll(List.of(options));
		return started(new MariaDbServer(directory, port, command));
	}

	/**
	 * Returns the URL for MariaDB's driver.
	 * @return the URL of the database {@code test}
	 */
	public String jdbcUrl() {
		return "jdbc:mariadb://" + Loopback.HOST + ":" + port() + "/test";
	}

	/**
	 * Returns the URL for MySQL's driver.
	 * @return the URL of the database {@code test}
	 */
	public String mysqlJdbcUrl() {
		return "jdbc:mysql://" + Loopback.HOST + ":" + port() + "/test?useSSL=false&allowPublicKeyRetrieval=true";
	}

	private static Path binary(String name) {
		return Commands.require(name, "install the package mariadb-server");
	}

	@Override
	boolean isReady() {
		return MySqlServer.greets(port());
	}

}
