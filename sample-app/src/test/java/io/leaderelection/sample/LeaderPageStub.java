/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A server of the page of the endpoint {@code leader} at {@code /leader}, with the
 * answers of a test instead of elections.
 */
final class LeaderPageStub implements AutoCloseable {

	private static final Map<String, String> TYPES = Map.of("page.js", "text/javascript", "page.css", "text/css");

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final HttpServer server;

	private final UnaryOperator<@Nullable String> answers;

	private final Path directory;

	private UnaryOperator<String> script = UnaryOperator.identity();

	private UnaryOperator<String> html = UnaryOperator.identity();

	private String frame = "";

	private @Nullable String policy = "default-src 'self'";

	/**
	 * Starts the server.
	 * @param directory the folder for the browser's files
	 * @param answers returns JSON by the name of the election, which is empty for all; or
	 * {@code null} for status 503
	 */
	LeaderPageStub(Path directory, UnaryOperator<@Nullable String> answers) throws IOException {
		this.directory = directory;
		this.answers = answers;
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/leader", this::answer);
		this.server.createContext("/frame", (exchange) -> send(exchange, 200, "text/html", this.frame));
		this.server.start();
	}

	LeaderPageStub script(UnaryOperator<String> change) {
		this.script = change;
		return this;
	}

	LeaderPageStub html(UnaryOperator<String> change) {
		this.html = change;
		return this;
	}

	/** Sets the policy of the application, which sends it as a header. */
	LeaderPageStub policy(@Nullable String policy) {
		this.policy = policy;
		return this;
	}

	/**
	 * Returns the elections whose JSON the page requested; all of them have an empty
	 * name.
	 */
	List<String> requests() {
		return this.requests;
	}

	/**
	 * Returns the page of an election, or of all for an empty name, as a browser has
	 * drawn it.
	 */
	String inBrowser(String election, String... options) throws Exception {
		return document(path(election), options);
	}

	/** Returns a document with the page in a frame, and a script beside it. */
	String inFrame(String election, String attributes, String script, String... options) throws Exception {
		this.frame = "<iframe " + attributes + " src='" + path(election) + "'></iframe><script>" + script + "</script>";
		return document("/frame", options);
	}

	private String document(String path, String... options) throws Exception {
		return Chromium.document(this.directory, "http://localhost:" + this.server.getAddress().getPort() + path,
				options);
	}

	private static String path(String election) {
		return election.isEmpty() ? "/leader" : "/leader/" + election;
	}

	private void answer(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getPath();
		String name = path.substring(path.lastIndexOf('/') + 1);
		if (path.startsWith("/leader/-/")) {
			String file = file(name);
			send(exchange, 200, TYPES.get(name), name.equals("page.js") ? this.script.apply(file) : file);
		}
		else if (exchange.getRequestHeaders().getFirst("Accept").contains("text/html")) {
			String root = path.equals("/leader") ? "leader/" : "";
			if (this.policy != null) {
				exchange.getResponseHeaders().set("Content-Security-Policy", this.policy);
			}
			send(exchange, 200, "text/html", this.html.apply(file("page.html").replace("{root}", root)));
		}
		else {
			String election = path.equals("/leader") ? "" : name;
			this.requests.add(election);
			String json = this.answers.apply(election);
			send(exchange, (json != null) ? 200 : 503, "application/json", (json != null) ? json : "{}");
		}
	}

	private static String file(String name) throws IOException {
		try (InputStream file = LeaderPageStub.class.getResourceAsStream("/io/leaderelection/actuate/" + name)) {
			return new String(file.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
		byte[] body = text.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", type + ";charset=utf-8");
		exchange.sendResponseHeaders(status, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
