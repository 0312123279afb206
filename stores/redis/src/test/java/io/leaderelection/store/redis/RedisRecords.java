/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.ElectionKey;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

/**
 * Changes the records of a Redis directly, bypassing the store.
 */
final class RedisRecords implements AutoCloseable {

	static final String PREFIX = "leader-election:";

	private static final String AGE = """
			if redis.call('TYPE', KEYS[1]).ok == 'hash' and redis.call('HEXISTS', KEYS[1], 'expires-at') == 1 then
			  redis.call('HINCRBY', KEYS[1], 'expires-at', '-' .. ARGV[1])
			  local not_before = tonumber(redis.call('HGET', KEYS[1], 'not-before'))
			  redis.call('HSET', KEYS[1], 'not-before', string.format('%.0f', math.max(0, not_before - ARGV[1])))
			end
			""";

	private final AbstractRedisClient client;

	private final RedisClusterCommands<String, String> commands;

	private RedisRecords(AbstractRedisClient client, RedisClusterCommands<String, String> commands) {
		this.client = client;
		this.commands = commands;
	}

	static RedisRecords of(RedisURI uri) {
		RedisClient client = RedisClient.create(uri);
		return new RedisRecords(client, client.connect().sync());
	}

	static RedisRecords ofCluster(List<RedisURI> uris) {
		RedisClusterClient client = RedisClusterClient.create(uris);
		return new RedisRecords(client, client.connect().sync());
	}

	RedisClusterCommands<String, String> commands() {
		return this.commands;
	}

	/**
	 * Ages all records. Waits until the clock of the server has advanced by at least a
	 * millisecond.
	 */
	void age(Duration duration) {
		for (String key : this.commands.keys(PREFIX + "*")) {
			this.commands.eval(AGE, ScriptOutputType.STATUS, new String[] { key }, Long.toString(duration.toMillis()));
		}
		long now = now();
		while (now() == now) {
			Thread.onSpinWait();
		}
	}

	/** Returns the time of a server, in milliseconds. */
	long now() {
		List<String> time = this.commands.time();
		return TimeUnit.SECONDS.toMillis(Long.parseLong(time.get(0)))
				+ TimeUnit.MICROSECONDS.toMillis(Long.parseLong(time.get(1)));
	}

	void garble(ElectionKey key) {
		delete(key);
		this.commands.hset(name(key), Map.of("format", "1", "token", "9223372036854775807", "owner", "somebody else"));
	}

	void delete(ElectionKey key) {
		this.commands.del(name(key));
	}

	void notBefore(ElectionKey key, Duration fromNow) {
		this.commands.hset(name(key), "not-before", Long.toString(now() + fromNow.toMillis()));
	}

	void breakCheckpoints(ElectionKey key) {
		this.commands.hset(name(key), Map.of("checkpoint-version", "many", "checkpoints", "broken"));
	}

	static String name(ElectionKey key) {
		return new RedisKeys(PREFIX).record(key);
	}

	@Override
	public void close() {
		this.client.shutdown(0, 5, TimeUnit.SECONDS);
	}

}
