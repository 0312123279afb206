/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;

/**
 * A real server on a free loopback port that keeps its port and data when it is stopped
 * and started. Not thread-safe.
 */
public abstract class TestServer implements AutoCloseable {

	private static final long PATIENCE_MILLIS = 60_000;

	private final Path directory;

	private final int port;

	private final ServerProcess process;

	TestServer(Path directory, int port, ServerProcess process) {
		this.directory = directory;
		this.port = port;
		this.process = process;
	}

	/** Starts a new server and waits until it answers. */
	static <S extends TestServer> S started(S server) {
		server.start();
		return server;
	}

	/**
	 * Starts it again after {@link #stop()} or {@link #kill()} with its previous data,
	 * and waits until it answers.
	 */
	public final void start() {
		this.process.start();
		boolean ready = Loopback.await(PATIENCE_MILLIS, () -> !this.process.isRunning() || isReady());
		if (!ready || !this.process.isRunning()) {
			String log = this.process.log();
			this.process.kill();
			throw new IllegalStateException(getClass().getSimpleName() + " did not start: " + log);
		}
	}

	/** Whether it is ready for clients. */
	abstract boolean isReady();

	/**
	 * Stops it in good order.
	 */
	public final void stop() {
		this.process.stop();
	}

	/**
	 * Kills it, like a power failure.
	 */
	public final void kill() {
		this.process.kill();
	}

	/**
	 * Suspends it: connections stay open, but the server does not answer.
	 */
	public final void freeze() {
		this.process.freeze();
	}

	/**
	 * Resumes it.
	 */
	public final void thaw() {
		this.process.thaw();
	}

	/**
	 * Returns the port at which it listens.
	 * @return the port, on {@link Loopback#HOST}
	 */
	public final int port() {
		return this.port;
	}

	/**
	 * Returns the output of the server.
	 * @return its log
	 */
	public final String log() {
		return this.process.log();
	}

	final Path directory() {
		return this.directory;
	}

	/**
	 * Kills it and deletes its data.
	 */
	@Override
	public void close() {
		this.process.close();
		Commands.delete(this.directory);
	}

}
