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
import io.leaderelection.servers.MariaDbServer;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB, whose data survives a kill.
 */
final class MariaDbStore implements ChaosStore {

	private final @Nullable FakeTime clock = (FakeTime.isAvailable()) ? FakeTime.open() : null;

	private final MariaDbServer server;

	MariaDbStore() {
		this.server = (this.clock != null) ? MariaDbServer.openUnder(this.clock) : MariaDbServer.open();
	}

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=mariadb",
				"--spring.datasource.url=jdbc:mariadb://" + Loopback.HOST + ":" + port
						+ "/test?sessionVariables=idle_transaction_timeout=2",
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
		Sql.deleteRecord(this.server.jdbcUrl(), MariaDbServer.USER);
	}

	@Override
	public void close() {
		this.server.close();
		if (this.clock != null) {
			this.clock.close();
		}
	}

}
