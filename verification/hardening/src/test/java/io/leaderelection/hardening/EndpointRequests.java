/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Sends requests to the endpoints of an application, with or without a login.
 *
 * @param port the port of the application on this machine
 * @param authorization the value of the header, or empty
 */
record EndpointRequests(int port, String authorization) {

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	static EndpointRequests anonymous(int port) {
		return new EndpointRequests(port, "");
	}

	EndpointRequests as(String user, String password) {
		byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
		return new EndpointRequests(this.port, "Basic " + Base64.getEncoder().encodeToString(login));
	}

	HttpResponse<String> get(String path) throws Exception {
		return send(request(path).GET());
	}

	/** Requests a step-down from the leader of an election. */
	HttpResponse<String> stepDown(String election) throws Exception {
		return stepDown(election, "application/json");
	}

	HttpResponse<String> stepDown(String election, String contentType) throws Exception {
		return send(request("leader/" + election).header("Content-Type", contentType)
			.POST(HttpRequest.BodyPublishers.ofString("{\"action\":\"STEP_DOWN\"}")));
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + "/actuator/" + path));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		if (!this.authorization.isEmpty()) {
			request.header("Authorization", this.authorization);
		}
		return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

}
