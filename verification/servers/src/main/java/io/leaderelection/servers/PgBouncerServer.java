/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A PgBouncer before a PostgreSQL server, run as the user {@code postgres} where this
 * process is root, since it refuses root. A process of this machine always, as the server
 * it reaches may be.
 */
public final class PgBouncerServer extends TestServer {

	private PgBouncerServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a PgBouncer. Everybody who connects to it is the server's superuser.
	 * @param server what it stands before
	 * @param mode when a client gives its session back
	 * @param settings further settings, such as {@code "server_round_robin = 1"}
	 * @return the PgBouncer, which answers
	 */
	public static PgBouncerServer open(PostgresServer server, PoolMode mode, String... settings) {
		Path binary = Commands.find("pgbouncer", List.of())
			.orElseThrow(() -> new IllegalStateException("pgbouncer is missing: install the package pgbouncer"));
		Path directory = PostgresServer.ownedDirectory("pgbouncer");
		int port = Loopback.freePort();
		Path configuration = directory.resolve("pgbouncer.ini");
		try {
			Files.writeString(configuration, """
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
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		PgBouncerServer pool = new PgBouncerServer(directory, port,
				new NativeProcess(PostgresServer.asServerUser(binary, configuration.toString()), directory));
		pool.start();
		return pool;
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
		return PostgresServer.answers(port());
	}

	/**
	 * When a client gives its session back.
	 */
	public enum PoolMode {

		/** When it disconnects. */
		SESSION,

		/** After each transaction. */
		TRANSACTION

	}

}
