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
import io.leaderelection.servers.PostgresServer;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL, with rows only or with advisory locks as well.
 */
final class PostgresStore implements ChaosStore {

	private final String profile;

	/**
	 * Not used with advisory locks: the server checks in a signal handler whether a
	 * session has been idle for too long, and there libfaketime shows it the machine's
	 * own clock. If the stepped clock is ahead, sessions live longer by the difference;
	 * if it is behind, they are ended while they are in use.
	 */
	private final @Nullable FakeTime clock;

	private final PostgresServer server;

	/**
	 * Starts a server.
	 * @param profile the profile of the sample: {@code postgres} or {@code
	 * postgres-advisory}
	 */
	PostgresStore(String profile) {
		this.profile = profile;
		this.clock = (!profile.equals("postgres-advisory") && FakeTime.isAvailable()) ? FakeTime.open() : null;
		this.server = (this.clock != null) ? PostgresServer.openUnder(this.clock) : PostgresServer.open();
	}

	static List<String> postgresArguments(String profile, int port) {
		return List.of("--spring.profiles.active=" + profile,
				"--spring.datasource.url=jdbc:postgresql://" + Loopback.HOST + ":" + port + "/postgres",
				"--spring.datasource.hikari.maximum-pool-size=4", "--spring.datasource.hikari.connection-timeout=1000");
	}

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return postgresArguments(this.profile, port);
	}

	@Override
	public Optional<StoreServer> server() {
		return Optional.of(new StoreServer(this.server, this.server::stopFast, true));
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
		Sql.deleteRecord(this.server.jdbcUrl(), PostgresServer.USER);
	}

	@Override
	public void close() {
		this.server.close();
		if (this.clock != null) {
			this.clock.close();
		}
	}

}
