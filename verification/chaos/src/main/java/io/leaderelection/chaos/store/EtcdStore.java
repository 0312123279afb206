/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.Loopback;

/**
 * One etcd server. Its clock cannot be stepped: it is a static program that libfaketime
 * does not reach, and its leases count by the monotonic clock.
 */
final class EtcdStore implements ChaosStore {

	private static final String RECORD = "leader-election/" + NAMESPACE + "/" + ELECTION + "/record";

	private final EtcdServer server = EtcdServer.open();

	private final HttpClient client = HttpClient.newHttpClient();

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=etcd",
				"--leader-election.etcd.endpoints=http://" + Loopback.HOST + ":" + port);
	}

	@Override
	public Optional<StoreServer> server() {
		return Optional.of(StoreServer.of(this.server));
	}

	@Override
	public void deleteRecord() throws IOException, InterruptedException {
		String key = Base64.getEncoder().encodeToString(RECORD.getBytes(StandardCharsets.UTF_8));
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.server.endpoint() + "/v3/kv/deleterange"))
			.timeout(Duration.ofSeconds(5))
			.POST(HttpRequest.BodyPublishers.ofString("{\"key\": \"" + key + "\"}"))
			.build();
		HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
		if (response.statusCode() != 200) {
			throw new IOException("etcd answered " + response.statusCode() + ": " + response.body());
		}
	}

	@Override
	public void close() {
		this.server.close();
	}

}
