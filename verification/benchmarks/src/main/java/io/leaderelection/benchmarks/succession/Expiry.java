/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Reads from a store when the lease on the first election ends.
 */
@FunctionalInterface
interface Expiry {

	/**
	 * Returns how long the store keeps the lease.
	 * @param server the store
	 * @return milliseconds from now
	 * @throws Exception if the store does not return it
	 */
	double remainingMillis(StoreServer server) throws Exception;

	/**
	 * Reads it by a query of a database.
	 * @param query the query, which returns milliseconds in one row
	 * @return the expiry of the database
	 */
	static Expiry query(String query) {
		return (server) -> {
			try (var connection = server.connect();
					var statement = connection.createStatement();
					var result = statement.executeQuery(query)) {
				if (!result.next()) {
					throw new IllegalStateException("No row returned by: " + query);
				}
				return result.getDouble(1);
			}
		};
	}

	/**
	 * Reads it by a command of Redis.
	 * @param command the command, which returns milliseconds from now
	 * @return the expiry of Redis
	 */
	static Expiry redis(String command) {
		return (server) -> RedisQuery.number(server.port(), command);
	}

	/**
	 * Reads it by a command of Redis, whose clock is that of this machine.
	 * @param command the command, which returns milliseconds since the epoch
	 * @return the expiry of Redis
	 */
	static Expiry redisInstant(String command) {
		return (server) -> RedisQuery.number(server.port(), command) - System.currentTimeMillis();
	}

}
