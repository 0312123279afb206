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
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.KubeApiServer;

/**
 * The API server of Kubernetes. Candidates measure leases by their own clock.
 */
final class KubernetesAccess implements StoreAccess {

	private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

	private static final Pattern RECORD = Pattern
		.compile("\"name\": ?\"(leader-election-" + ChaosStore.NAMESPACE + "-" + ChaosStore.ELECTION + "-[^\"]*)\"");

	private static final int NOT_FOUND = 404;

	private final KubeApiServer server;

	private final HttpClient client;

	KubernetesAccess(KubeApiServer server) {
		this.server = server;
		this.client = HttpClient.newBuilder().sslContext(server.trusting()).build();
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=kubernetes", "-Dkubeconfig=" + this.server.kubeconfig(port));
	}

	@Override
	public void deleteRecord(int port) throws IOException, InterruptedException {
		Matcher record = RECORD.matcher(request("GET", LEASES).body());
		while (record.find()) {
			HttpResponse<String> answer = request("DELETE", LEASES + "/" + record.group(1));
			if (answer.statusCode() == NOT_FOUND) {
				System.out.println("Somebody else deleted first: " + record.group(1));
			}
		}
	}

	private HttpResponse<String> request(String method, String path) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.server.endpoint() + path))
			.timeout(Duration.ofSeconds(5))
			.header("Authorization", "Bearer " + KubeApiServer.ADMIN_TOKEN)
			.method(method, HttpRequest.BodyPublishers.noBody())
			.build();
		HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
		if (response.statusCode() >= 300 && response.statusCode() != NOT_FOUND) {
			throw new IOException("The API server answered " + response.statusCode() + ": " + response.body());
		}
		return response;
	}

}
