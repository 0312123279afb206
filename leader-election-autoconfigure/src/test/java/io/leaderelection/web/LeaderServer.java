/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;

/**
 * The HTTP server of a leader, which records requests.
 */
final class LeaderServer implements AutoCloseable {

	private final HttpServer server;

	private final List<ElectionEngine> engines = new CopyOnWriteArrayList<>();

	final List<Received> received = new CopyOnWriteArrayList<>();

	record Received(String method, String uri, Map<String, List<String>> headers, String body) {
	}

	LeaderServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::serve);
		this.server.start();
	}

	private void serve(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		this.received.add(new Received(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
				Map.copyOf(exchange.getRequestHeaders()), body));
		byte[] answer = "done".getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, answer.length);
		exchange.getResponseBody().write(answer);
		exchange.close();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	/** Returns elections in which "orders \u00e4" is led with this metadata. */
	ElectionEngine ledWith(Map<String, String> metadata) {
		return started(ElectionEngineBuilder.alwaysLeading().instanceName("host-1").metadata(() -> metadata));
	}

	ElectionEngine ledByNobody() {
		return started(ElectionEngineBuilder.neverLeading());
	}

	private ElectionEngine started(ElectionEngineBuilder builder) {
		ElectionEngine engine = builder.build();
		this.engines.add(engine);
		engine.join("orders \u00e4");
		engine.start();
		return engine;
	}

	void stop() {
		this.server.stop(0);
	}

	@Override
	public void close() {
		stop();
		this.engines.forEach(ElectionEngine::close);
	}

}
