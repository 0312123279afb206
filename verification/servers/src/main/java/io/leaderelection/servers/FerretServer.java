/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A FerretDB server: the protocol of MongoDB over SQLite. It calls itself a replica set
 * of one server, and ignores the read and write concerns of requests.
 */
public final class FerretServer extends TestServer {

	/** The user of a server with a password, who may do everything. */
	public static final String USER = "app";

	/** The message of a ping, without an id of its own. */
	private static final String PING = "3\0\0\0\1\0\0\0\0\0\0\0\u00dd\7\0\0\0\0\0\0\0"
			+ "\36\0\0\0\20ping\0\1\0\0\0\2$db\0\6\0\0\0admin\0\0";

	private FerretServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server that carries out one findAndModify at a time, as MongoDB does for
	 * each document, and keeps its data over {@link #stop()} and {@link #kill()}.
	 * @return the running server
	 */
	public static FerretServer open() {
		return open("yes", List.of());
	}

	/**
	 * Starts a server as {@link #open()} does, on which {@value #USER} has to log in.
	 * @param password the password
	 * @return the running server
	 */
	public static FerretServer openWithPassword(String password) {
		return open("yes", List.of("--test-enable-new-auth", "--setup-database=admin", "--setup-username=" + USER,
				"--setup-password=" + password));
	}

	/**
	 * Starts a server that carries out findAndModify in two steps, as FerretDB does
	 * without a change.
	 * @return the running server
	 */
	public static FerretServer openUnchanged() {
		return open("no", List.of());
	}

	private static FerretServer open(String oneAtATime, List<String> options) {
		Path program = BuiltServer.program("ferretdb");
		Path directory = Commands.temporaryDirectory("ferretdb");
		int port = Loopback.freePort();
		List<String> command = new ArrayList<>(List.of("env", "FERRETDB_ONE_AT_A_TIME=" + oneAtATime,
				program.toString(), "--handler=sqlite", "--sqlite-url=file:" + directory + "/",
				"--state-dir=" + directory, "--listen-addr=" + Loopback.HOST + ":" + port, "--repl-set-name=rs0",
				"--debug-addr=-", "--telemetry=disable", "--log-level=warn"));
		command.addAll(options);
		return started(new FerretServer(directory, port, new NativeProcess(command, directory)));
	}

	/**
	 * Returns the connection string for clients.
	 * @return the connection string
	 */
	public String uri() {
		return uri(port());
	}

	/**
	 * Returns the connection string for clients that use a proxy, and do not look for
	 * other servers.
	 * @param port the port of the proxy
	 * @return the connection string
	 */
	public static String uri(int port) {
		return "mongodb://" + Loopback.HOST + ":" + port + "/?directConnection=true";
	}

	/**
	 * Returns the connection string for clients that log in.
	 * @param port the port
	 * @param password the password, encoded for a URL
	 * @return the connection string
	 */
	public static String uri(int port, String password) {
		return uri(port).replace("//", "//" + USER + ":" + password + "@");
	}

	@Override
	boolean isReady() {
		return Loopback.answers(port(), PING, (in) -> in.read() >= 0);
	}

}
