/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.nats;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

import io.leaderelection.servers.NatsServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.StreamConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The contract of stores, on a NATS server.
 */
@Tag("server")
class NatsLeaseStoreIT extends ObserverContract {

	private static final String BUCKET = "elections";

	private static NatsServer server;

	private static Connection connection;

	@BeforeAll
	static void startServer() throws Exception {
		server = NatsServer.open();
		connection = connect(server.url());
		connection.jetStreamManagement()
			.addStream(StreamConfiguration.builder()
				.name("KV_" + BUCKET)
				.subjects("$KV." + BUCKET + ".>")
				.maxMessagesPerSubject(1)
				.discardPolicy(DiscardPolicy.New)
				.allowRollup(true)
				.denyDelete(true)
				.allowDirect(false)
				.build());
	}

	@AfterAll
	static void stopServer() throws InterruptedException {
		connection.close();
		server.close();
	}

	static Connection connect(String url) throws IOException, InterruptedException {
		return Nats.connect(Options.builder()
			.server(url)
			.connectionTimeout(Duration.ofSeconds(30))
			.reconnectBufferSize(0)
			.maxReconnects(-1)
			.build());
	}

	@Override
	protected LeaseStore open(TimeSystem time) {
		return new NatsLeaseStoreFactory(connection, BUCKET).open(time);
	}

	@Override
	protected StoreTraits traits() {
		return new NatsLeaseStoreFactory(connection, BUCKET).traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) throws Exception {
		bucket().put(name(key), "token=7\nSIGNED OVER TO SOMEBODY ELSE\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) throws Exception {
		bucket().delete(name(key));
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) throws Exception {
		replace(key, "not-before=\\d+", "not-before=" + fromNow.toMillis());
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) throws Exception {
		replace(key, "checkpoints=.*", "checkpoints=broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(server.url()));
	}

	private static void replace(ElectionKey key, String field, String replacement) throws Exception {
		String text = bucket().get(name(key)).getValueAsString();
		bucket().put(name(key), text.replaceFirst(field, replacement));
	}

	private static KeyValue bucket() throws IOException {
		return connection.keyValue(BUCKET);
	}

	private static String name(ElectionKey key) {
		return HexFormat.of().formatHex((key.namespace() + '\0' + key.election()).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Opens the store in another JVM, which does not end before its connection is closed.
	 */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) throws Exception {
			Connection connection = connect(arguments.get(0));
			Thread main = Thread.currentThread();
			new Thread(() -> closeAfter(main, connection)).start();
			return new NatsLeaseStoreFactory(connection, BUCKET).open();
		}

		private static void closeAfter(Thread main, Connection connection) {
			try {
				main.join();
				connection.close();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
