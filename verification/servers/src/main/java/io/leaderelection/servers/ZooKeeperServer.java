/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A ZooKeeper server in a separate process. It uses classes from the class path of this
 * process, {@code org.apache.zookeeper:zookeeper} and the dependencies of a server, which
 * are not dependencies of this module.
 */
public final class ZooKeeperServer extends TestServer {

	private static final String MAIN = "org.apache.zookeeper.server.ZooKeeperServerMain";

	/** Interval at which sessions are checked; short sessions expire in time. */
	private static final int TICK_MILLIS = 500;

	private static final int LONGEST_SESSION_MILLIS = 60_000;

	private ZooKeeperServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server that grants sessions of 1 to 60 seconds.
	 * @return the running server
	 */
	public static ZooKeeperServer open() {
		Path directory = Commands.temporaryDirectory("zookeeper");
		int port = Loopback.freePort();
		Path configuration = Commands.write(directory.resolve("zoo.cfg"), """
				dataDir=%s
				clientPort=%d
				clientPortAddress=%s
				tickTime=%d
				maxSessionTimeout=%d
				admin.enableServer=false
				4lw.commands.whitelist=isro
				""".formatted(directory.resolve("data"), port, Loopback.HOST, TICK_MILLIS, LONGEST_SESSION_MILLIS));
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
				"-cp", classPath(), MAIN, configuration.toString());
		return started(new ZooKeeperServer(directory, port, new NativeProcess(command, directory)));
	}

	/**
	 * Returns the class path as absolute paths, because the process has another working
	 * directory.
	 */
	private static String classPath() {
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map((entry) -> Path.of(entry).toAbsolutePath().toString())
			.collect(Collectors.joining(File.pathSeparator));
	}

	@Override
	boolean isReady() {
		// Not to the end: while it starts, the server may leave the connection open
		return Loopback.answers(port(), "isro",
				(in) -> new String(in.readNBytes(2), StandardCharsets.US_ASCII).equals("rw"));
	}

}
