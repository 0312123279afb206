/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Path;

/**
 * A real server on a free loopback port that keeps port and data over stop and start. For
 * one thread at a time.
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

	/**
	 * Starts it again after {@link #stop()} or {@link #kill()}, with the data it had, and
	 * waits until it answers.
	 */
	public final void start() {
		this.process.start();
		boolean ready = Loopback.await(PATIENCE_MILLIS, () -> !this.process.isRunning() || isReady());
		if (!ready || !this.process.isRunning()) {
			String log = this.process.log();
			this.process.kill();
			throw new IllegalStateException(getClass().getSimpleName() + " does not start: " + log);
		}
	}

	/** Whether it answers as it should. */
	abstract boolean isReady();

	/**
	 * Ends it in good order.
	 */
	public final void stop() {
		this.process.stop();
	}

	/**
	 * Ends it at once, as by a power cut.
	 */
	public final void kill() {
		this.process.kill();
	}

	/**
	 * Stops it where it stands: connections stay open and nothing answers.
	 */
	public final void freeze() {
		this.process.freeze();
	}

	/**
	 * Lets it go on.
	 */
	public final void thaw() {
		this.process.thaw();
	}

	/**
	 * Where it listens.
	 * @return the port, on {@link Loopback#HOST}
	 */
	public final int port() {
		return this.port;
	}

	/**
	 * What the server wrote.
	 * @return its log
	 */
	public final String log() {
		return this.process.log();
	}

	final Path directory() {
		return this.directory;
	}

	/**
	 * Ends it at once and deletes its data.
	 */
	@Override
	public void close() {
		this.process.close();
		Commands.delete(this.directory);
	}

}
