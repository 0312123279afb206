/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import org.jspecify.annotations.Nullable;

/**
 * Redis that forces each write to disk, so that its data survives a kill.
 */
final class RedisStore implements ChaosStore {

	private static final String RECORD = "leader-election:{" + NAMESPACE + "}:" + ELECTION;

	private final @Nullable FakeTime clock = (FakeTime.isAvailable()) ? FakeTime.open() : null;

	private final RedisServer server;

	RedisStore() {
		String[] options = { "--appendonly", "yes", "--appendfsync", "always" };
		this.server = (this.clock != null) ? RedisServer.openUnder(this.clock, options) : RedisServer.open(options);
	}

	static List<String> redisArguments(int port) {
		return List.of("--spring.profiles.active=redis",
				"--spring.data.redis.url=redis://" + Loopback.HOST + ":" + port);
	}

	static void deleteRecord(int port) throws IOException {
		Resp.call(port, "DEL", RECORD);
	}

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return redisArguments(port);
	}

	@Override
	public Optional<StoreServer> server() {
		return Optional.of(StoreServer.of(this.server));
	}

	@Override
	public Optional<FakeTime> serverClock() {
		return Optional.ofNullable(this.clock);
	}

	@Override
	public boolean requestsStandAlone() {
		return true;
	}

	@Override
	public void deleteRecord() throws IOException {
		deleteRecord(this.server.port());
	}

	@Override
	public void close() {
		this.server.close();
		if (this.clock != null) {
			this.clock.close();
		}
	}

}
