/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A PgBouncer in front of a PostgreSQL server. If this process is root, it runs as the
 * user {@code postgres}, because PgBouncer refuses to run as root. Always a local
 * process.
 */
public final class PgBouncerServer extends TestServer {

	private PgBouncerServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a PgBouncer. All clients connect as the server's superuser.
	 * @param server the server behind it
	 * @param mode the pool mode
	 * @param settings further settings, such as {@code "server_round_robin = 1"}
	 * @return the running PgBouncer
	 */
	public static PgBouncerServer open(PostgresServer server, PoolMode mode, String... settings) {
		Path binary = Commands.require("pgbouncer", "install the package pgbouncer");
		Path directory = PostgresServer.ownedDirectory("pgbouncer");
		int port = Loopback.freePort();
		Path configuration = Commands.write(directory.resolve("pgbouncer.ini"), """
				[databases]
				postgres = host=%s port=%d dbname=postgres user=%s
				[pgbouncer]
				listen_addr = %s
				listen_port = %d
				unix_socket_dir =
				auth_type = any
				pool_mode = %s
				ignore_startup_parameters = extra_float_digits
				%s
				""".formatted(Loopback.HOST, server.port(), PostgresServer.USER, Loopback.HOST, port,
				mode.name().toLowerCase(Locale.ROOT), String.join("\n", settings)));
		return started(new PgBouncerServer(directory, port,
				new NativeProcess(PostgresServer.asServerUser(binary, configuration.toString()), directory)));
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
		return PostgresServer.answers(port());
	}

	/**
	 * When the session of a client returns to the pool.
	 */
	public enum PoolMode {

		/** When the client disconnects. */
		SESSION,

		/** After each transaction. */
		TRANSACTION

	}

}
