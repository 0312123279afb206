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
import io.leaderelection.servers.MySqlServer;
import org.jspecify.annotations.Nullable;

/**
 * MySQL, whose data survives a kill.
 */
final class MySqlStore implements ChaosStore {

	private final @Nullable FakeTime clock = (FakeTime.isAvailable()) ? FakeTime.open() : null;

	private final MySqlServer server;

	MySqlStore() {
		this.server = (this.clock != null) ? MySqlServer.openUnder(this.clock) : MySqlServer.open();
	}

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=mysql",
				"--spring.datasource.url=jdbc:mysql://" + Loopback.HOST + ":" + port
						+ "/test?sslMode=DISABLED&allowPublicKeyRetrieval=true&sessionVariables=wait_timeout=2",
				"--spring.datasource.hikari.maximum-pool-size=4", "--spring.datasource.hikari.connection-timeout=1000");
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
	public boolean hasPool() {
		return true;
	}

	@Override
	public void deleteRecord() throws IOException {
		Sql.deleteRecord(this.server.jdbcUrl(), MySqlServer.USER);
	}

	@Override
	public void close() {
		this.server.close();
		if (this.clock != null) {
			this.clock.close();
		}
	}

}
