/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A client of the AWS SDK whose HTTP client has shut down its connections, because a
 * request met an {@code OutOfMemoryError}. On moto, because dynalite ends with a request
 * that is cut off.
 */
@Tag("server")
@Tag("slow")
class DynamoDbExhaustedMemoryIT {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private static final Nonce NONCE = new Nonce(1, 1);

	private static DynamoServer server;

	private final ExhaustedMemory memory = new ExhaustedMemory();

	@BeforeAll
	static void startServer() {
		server = Items.withTable(DynamoServer.openMoto());
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	private DynamoDbClient client() {
		return Items.clients(server.endpoint(), DynamoServer.ACCESS_KEY, DynamoServer.SECRET_KEY)
			.overrideConfiguration((override) -> override.addExecutionInterceptor(this.memory))
			.build();
	}

	private long win(LeaseStore store, ElectionKey key) {
		Outcome.OfAcquire won = store
			.acquire(List.of(new Acquire(key, "first", NONCE, Duration.ofMinutes(1), LeaseStore.ABSENT, 0,
					Instant.ofEpochMilli(1), Map.of())), TIMEOUT)
			.get(0);
		assertThat(won).isInstanceOf(Outcome.Granted.class);
		return ((Outcome.Granted) won).token();
	}

	private static Outcome renew(LeaseStore store, ElectionKey key, long token) {
		return store.renew(List.of(new Renew(key, NONCE, token)), TIMEOUT).get(0);
	}

	@Test
	void ownClientIsReplaced() {
		LeaseStoreFactory factory = DynamoDbLeaseStoreFactory.builder(this::client).createTable(true).build();
		try (LeaseStore store = factory.open()) {
			long token = win(store, KEY);
			this.memory.exhaust();
			assertThat(renew(store, KEY, token)).isInstanceOf(Outcome.Unknown.class);
			assertThat(renew(store, KEY, token)).as("finds that the client has shut down")
				.isInstanceOf(Outcome.Unknown.class);
			assertThat(renew(store, KEY, token)).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void clientOfTheApplicationStaysAsItIs() {
		ElectionKey key = new ElectionKey("orders", "mails");
		try (DynamoDbClient client = client();
				LeaseStore store = DynamoDbLeaseStoreFactory.builder(client).createTable(true).build().open()) {
			long token = win(store, key);
			this.memory.exhaust();
			renew(store, key, token);
			for (int i = 0; i < 3; i++) {
				assertThat(renew(store, key, token)).asString().contains("shut down", "restart this instance");
			}
		}
	}

}
