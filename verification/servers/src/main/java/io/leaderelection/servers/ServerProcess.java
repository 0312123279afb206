/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

/**
 * A server that can be started, stopped, killed and frozen repeatedly, always at the same
 * port and with the same data. Not thread-safe.
 */
interface ServerProcess extends AutoCloseable {

	/** Starts it, without waiting until it answers. */
	void start();

	/** Whether it runs, frozen or not. */
	boolean isRunning();

	/** Asks it to terminate, and waits for its end. */
	void stop();

	/** Kills it (SIGKILL), and waits for its end. */
	void kill();

	/** Suspends it (SIGSTOP). */
	void freeze();

	/** Resumes it (SIGCONT). */
	void thaw();

	/** Returns its output, for messages. */
	String log();

	@Override
	void close();

}
