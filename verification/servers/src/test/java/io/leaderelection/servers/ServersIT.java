/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what chaos needs of servers. The contracts of faults run each server through its
 * life in the tests of the stores.
 */
@Tag("slow")
class ServersIT {

	@Test
	void mariaDbKeepsTemporaryTablesOfOtherServers() throws IOException {
		Path ofAnother = Path.of(System.getProperty("java.io.tmpdir")).resolve("#sql-temptable-servers-it.MAI");
		Files.writeString(ofAnother, "");
		try (MariaDbServer server = MariaDbServer.open()) {
			assertThat(server.isReady()).isTrue();
			assertThat(ofAnother).exists();
		}
		finally {
			Files.deleteIfExists(ofAnother);
		}
	}

	@Test
	void databasesWithSteppedClocks() {
		try (FakeTime time = FakeTime.open(); PostgresServer server = PostgresServer.openUnder(time)) {
			time.step(Duration.ofHours(1));
			assertThat(time.offset()).isEqualTo(Duration.ofHours(1));
			goThrough(server);
			server.stopFast();
			assertThat(Loopback.answers(server.port())).isFalse();
		}
		try (FakeTime time = FakeTime.open(); MariaDbServer server = MariaDbServer.openUnder(time)) {
			time.step(Duration.ofHours(1));
			goThrough(server);
		}
		try (FakeTime time = FakeTime.open(); MySqlServer server = MySqlServer.openUnder(time)) {
			time.step(Duration.ofHours(1));
			goThrough(server);
		}
	}

	private static void goThrough(TestServer server) {
		assertThat(server.isReady()).isTrue();
		server.kill();
		assertThat(Loopback.answers(server.port())).isFalse();
		server.start();
		server.freeze();
		server.thaw();
		assertThat(server.isReady()).isTrue();
		server.stop();
		assertThat(Loopback.answers(server.port())).isFalse();
		server.start();
		assertThat(server.isReady()).isTrue();
	}

}
