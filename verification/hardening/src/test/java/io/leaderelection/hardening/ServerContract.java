/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Base class of tests that share a server of their own.
 *
 * @param <S> the type of the server
 */
@Tag("server")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract<S extends AutoCloseable> {

	/** The running server. */
	S server;

	/**
	 * Starts the server.
	 * @param directory an empty directory that lasts as long as the server
	 * @return the running server
	 * @throws Exception if it does not start
	 */
	abstract S open(Path directory) throws Exception;

	@BeforeAll
	final void startServer(@TempDir Path directory) throws Exception {
		this.server = open(directory);
	}

	@AfterAll
	final void stopServer() throws Exception {
		this.server.close();
	}

}
