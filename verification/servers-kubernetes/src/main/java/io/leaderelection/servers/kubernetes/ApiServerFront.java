/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

import javax.net.ssl.SSLContext;

import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.WebSocket;

/**
 * HTTP in front of a real API server: passes requests and watches on, unless a filter
 * answers them. For what a real server cannot be made to do at a given moment, such as to
 * refuse one request after another was applied. One request at a time is passed on.
 */
public final class ApiServerFront implements AutoCloseable {

	/** Those that the JDK's client sets itself, or that belong to a connection. */
	private static final Set<String> NOT_PASSED_ON = Set.of("host", "content-length", "connection", "upgrade",
			"http2-settings", "expect", "transfer-encoding", "sec-websocket-key", "sec-websocket-version",
			"sec-websocket-extensions", "sec-websocket-protocol");

	/** Referenced here, because a logger that is collected loses its level. */
	private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

	private final RequestFilter filter;

	private final URI target;

	private final HttpClient client;

	private final Set<WebSocket> watches = ConcurrentHashMap.newKeySet();

	private final MockWebServer server;

	/**
	 * Opens a front.
	 * @param target the URL of the API server
	 * @param trust the certificates that it may have
	 * @param filter the filter in front of it
	 */
	public ApiServerFront(String target, SSLContext trust, RequestFilter filter) {
		REQUESTS.setLevel(Level.WARNING);
		this.filter = filter;
		this.target = URI.create(target);
		this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(trust).build();
		this.server = listen();
	}

	private MockWebServer listen() {
		MockWebServer listening = new MockWebServer();
		// The upgrade that the JDK's client offers may leave a large answer incomplete
		listening.setHttp2ClearTextEnabled(false);
		listening.setDispatcher(new Dispatcher() {

			@Override
			public MockResponse dispatch(RecordedRequest request) {
				// It would keep all requests for tests that read them
				listening.reset();
				return ApiServerFront.this.filter.filter(request, ApiServerFront.this::pass);
			}

		});
		listening.start(InetAddress.getLoopbackAddress(), 0);
		return listening;
	}

	private MockResponse pass(RecordedRequest request) {
		return "websocket".equalsIgnoreCase(request.getHeader("Upgrade")) ? watch(request) : answer(request);
	}

	private MockResponse answer(RecordedRequest request) {
		HttpRequest.Builder passed = HttpRequest.newBuilder(this.target.resolve(request.getPath()))
			.method(request.getMethod(), HttpRequest.BodyPublishers.ofByteArray(request.getBody().getBytes()));
		request.getHeaders().toMultimap().forEach((name, values) -> values.forEach((value) -> {
			if (!NOT_PASSED_ON.contains(name.toLowerCase(java.util.Locale.ROOT))) {
				passed.header(name, value);
			}
		}));
		try {
			HttpResponse<byte[]> answer = this.client.send(passed.build(), HttpResponse.BodyHandlers.ofByteArray());
			MockResponse response = new MockResponse().setResponseCode(answer.statusCode()).setBody(answer.body());
			answer.headers().firstValue("Content-Type").ifPresent((type) -> response.setHeader("Content-Type", type));
			return response;
		}
		catch (IOException ex) {
			return failure(502, "The API server does not answer");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return failure(502, "Interrupted");
		}
	}

	private MockResponse watch(RecordedRequest request) {
		PassedWatch watch = new PassedWatch(this.watches);
		java.net.http.WebSocket.Builder builder = this.client.newWebSocketBuilder();
		for (String name : List.of("Authorization", "Origin", "User-Agent")) {
			String value = request.getHeader(name);
			if (value != null) {
				builder.header(name, value);
			}
		}
		try {
			URI uri = URI.create(this.target.resolve(request.getPath()).toString().replaceFirst("^http", "ws"));
			watch.connected(builder.buildAsync(uri, watch.fromServer()).join());
			return new MockResponse().withWebSocketUpgrade(watch);
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof java.net.http.WebSocketHandshakeException refused) {
				return failure(refused.getResponse().statusCode(), "the watch is refused");
			}
			return failure(502, "The API server does not answer");
		}
	}

	/**
	 * Creates the answer to a refused request.
	 * @param status the status code of HTTP
	 * @param message the message of the status object, escaped for JSON
	 * @return the answer
	 */
	public static MockResponse failure(int status, String message) {
		return new MockResponse().setResponseCode(status)
			.setHeader("Content-Type", "application/json")
			.setBody("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + status
					+ ",\"message\":\"" + message + "\"}");
	}

	/**
	 * Returns the port at which it listens.
	 * @return the port, on the loopback interface
	 */
	public int port() {
		return this.server.getPort();
	}

	/**
	 * Returns the number of open watches. A client may know of its watch before it counts
	 * here.
	 * @return the number
	 */
	public int watches() {
		return this.watches.size();
	}

	/** Sends each watch the event for a version that has expired. */
	public void expireWatches() {
		this.watches.forEach((watch) -> watch.send("""
				{"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "status": "Failure", \
				"reason": "Expired", "code": 410, "message": "too old resource version"}}"""));
	}

	/** Ends all watches, as after the seconds that their requests allow. */
	public void endWatches() {
		this.watches.forEach((watch) -> watch.close(1000, ""));
	}

	@Override
	public void close() {
		this.server.shutdown();
		this.watches.clear();
	}

}
