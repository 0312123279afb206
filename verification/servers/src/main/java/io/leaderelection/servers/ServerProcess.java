/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

/**
 * A server that can be started, stopped, killed and frozen any number of times, always at
 * the same port and over the same data. Not for several threads at once.
 */
interface ServerProcess extends AutoCloseable {

	/** Starts it; returns when it has been told to, not when it answers. */
	void start();

	/** Whether it runs, frozen or not. */
	boolean isRunning();

	/** Asks it to end, and waits. */
	void stop();

	/** Ends it at once (SIGKILL), and waits. */
	void kill();

	/** Stops it where it stands (SIGSTOP). */
	void freeze();

	/** Lets it go on (SIGCONT). */
	void thaw();

	/** What it wrote, for messages. */
	String log();

	@Override
	void close();

}
