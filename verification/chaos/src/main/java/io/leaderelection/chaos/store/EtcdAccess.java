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

import io.leaderelection.servers.Loopback;

/**
 * Etcd, whose records are deleted through its gateway for JSON.
 */
final class EtcdAccess implements StoreAccess {

	private static final String RECORD = "leader-election/" + ChaosStore.NAMESPACE + "/" + ChaosStore.ELECTION
			+ "/record";

	private final HttpClient client = HttpClient.newHttpClient();

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=etcd", "--leader-election.etcd.endpoints=" + endpoint(port));
	}

	private static String endpoint(int port) {
		return "http://" + Loopback.HOST + ":" + port;
	}

	@Override
	public void deleteRecord(int port) throws IOException, InterruptedException {
		String key = Base64.getEncoder().encodeToString(RECORD.getBytes(StandardCharsets.UTF_8));
		HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint(port) + "/v3/kv/deleterange"))
			.timeout(Duration.ofSeconds(5))
			.POST(HttpRequest.BodyPublishers.ofString("{\"key\": \"" + key + "\"}"))
			.build();
		HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
		if (response.statusCode() != 200) {
			throw new IOException("etcd answered " + response.statusCode() + ": " + response.body());
		}
	}

}
