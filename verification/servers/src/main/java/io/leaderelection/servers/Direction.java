/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

/**
 * The direction of data between a client and a server.
 */
public enum Direction {

	/** From the client to the server. */
	TO_SERVER,

	/** From the server to the client. */
	TO_CLIENT

}
