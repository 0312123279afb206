/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;

/**
 * fabric8's API server for tests, over HTTP on the loopback interface: it keeps objects
 * and their resource versions, refuses stale writes and tells watches of changes, but
 * knows no rights, no validation and no 410. What it refuses here, a
 * {@link RequestFilter} tells it to refuse. For one thread at a time.
 */
public final class KubernetesApiServer implements AutoCloseable {

	/** Kept here, since a level is forgotten with its logger. */
	private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

	private final ServedObjects objects;

	private KubernetesMockServer server;

	private KubernetesApiServer(RequestFilter filter) {
		REQUESTS.setLevel(Level.WARNING);
		this.objects = new ServedObjects(filter);
		this.server = start(this.objects);
	}

	/**
	 * Starts a server that takes all requests.
	 * @return the server, which answers
	 */
	public static KubernetesApiServer open() {
		return open((request, server) -> server.apply(request));
	}

	/**
	 * Starts a server.
	 * @param filter stands before it
	 * @return the server, which answers
	 */
	public static KubernetesApiServer open(RequestFilter filter) {
		return new KubernetesApiServer(filter);
	}

	/**
	 * Serves other processes: prints the port on a line of its own, and ends with the
	 * standard input.
	 * @param args none
	 * @throws IOException if the standard input cannot be read
	 */
	public static void main(String[] args) throws IOException {
		try (KubernetesApiServer server = open()) {
			System.out.println(server.port());
			System.in.transferTo(OutputStream.nullOutputStream());
		}
	}

	private static KubernetesMockServer start(ServedObjects objects) {
		MockWebServer http = new MockWebServer();
		objects.servedBy(http);
		KubernetesMockServer server = new KubernetesMockServer(new Context(), http, new HashMap<>(), objects, false);
		server.init(InetAddress.getLoopbackAddress(), 0);
		return server;
	}

	/**
	 * Refuses a request.
	 * @param status of HTTP
	 * @param message in the status object, escaped as JSON needs it
	 * @return the answer
	 */
	public static MockResponse failure(int status, String message) {
		return new MockResponse().setResponseCode(status)
			.setHeader("Content-Type", "application/json")
			.setBody("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + status
					+ ",\"message\":\"" + message + "\"}");
	}

	/**
	 * Where it listens.
	 * @return the port, on the loopback interface
	 */
	public int port() {
		return this.server.getPort();
	}

	/**
	 * How many watches are open.
	 * @return the number
	 */
	public int watches() {
		return this.objects.watches().size();
	}

	/** Tells all watches that the version they began at is too old. */
	public void expireWatches() {
		this.objects.watches().forEach((watch) -> watch.send("""
				{"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "status": "Failure", \
				"reason": "Expired", "code": 410, "message": "too old resource version"}}"""));
	}

	/** Stops it; the objects stay. */
	public void stop() {
		this.server.destroy();
		this.objects.awaitEndings();
	}

	/** Starts it again after {@link #stop()}, at another port. */
	public void restart() {
		this.server = start(this.objects);
	}

	@Override
	public void close() {
		stop();
		this.objects.close();
	}

}
