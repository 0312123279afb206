/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the endpoints of an application on this machine.
 */
final class EndpointClient {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private EndpointClient() {
	}

	/**
	 * Sends a request.
	 * @param path the path below that of all endpoints
	 * @param body JSON to post, or {@code null} to get
	 */
	static HttpResponse<String> send(int port, String path, @Nullable String body) throws Exception {
		return CLIENT.send(request(port, path, body), HttpResponse.BodyHandlers.ofString());
	}

	static HttpRequest request(int port, String path, @Nullable String body) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path));
		if (body != null) {
			request.POST(HttpRequest.BodyPublishers.ofString(body)).header("Content-Type", "application/json");
		}
		return request.build();
	}

}
