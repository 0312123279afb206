/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Asks a store when the lease on the first election ends.
 */
@FunctionalInterface
interface Expiry {

	/**
	 * How long the store will keep others out.
	 * @param server the store
	 * @return milliseconds from now
	 * @throws Exception if the store does not say
	 */
	double remainingMillis(StoreServer server) throws Exception;

	/**
	 * By a query to a database.
	 * @param query answers milliseconds in one row
	 * @return asks the database
	 */
	static Expiry query(String query) {
		return (server) -> {
			try (var connection = server.connect();
					var statement = connection.createStatement();
					var result = statement.executeQuery(query)) {
				if (!result.next()) {
					throw new IllegalStateException("No row: " + query);
				}
				return result.getDouble(1);
			}
		};
	}

	/**
	 * By a command to Redis.
	 * @param command answers milliseconds from now
	 * @return asks Redis
	 */
	static Expiry redis(String command) {
		return (server) -> RedisQuery.number(server.port(), command);
	}

	/**
	 * By a command to Redis, whose clock is that of this machine.
	 * @param command answers milliseconds since the epoch
	 * @return asks Redis
	 */
	static Expiry redisInstant(String command) {
		return (server) -> RedisQuery.number(server.port(), command) - System.currentTimeMillis();
	}

}
