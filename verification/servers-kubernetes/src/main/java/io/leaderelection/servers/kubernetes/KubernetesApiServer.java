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
 * The Kubernetes API server mock of fabric8 for tests, over HTTP on the loopback
 * interface. It keeps objects and their resource versions, refuses stale writes and
 * notifies watches of changes. It has no authorization, no validation and no status 410;
 * a {@link RequestFilter} can add such refusals. Not thread-safe.
 */
public final class KubernetesApiServer implements AutoCloseable {

	/** Referenced here, because a logger that is collected loses its level. */
	private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

	private final ServedObjects objects;

	private KubernetesMockServer server;

	private KubernetesApiServer(RequestFilter filter) {
		REQUESTS.setLevel(Level.WARNING);
		this.objects = new ServedObjects(filter);
		this.server = start(this.objects);
	}

	/**
	 * Starts a server that accepts all requests.
	 * @return the running server
	 */
	public static KubernetesApiServer open() {
		return open((request, server) -> server.apply(request));
	}

	/**
	 * Starts a server.
	 * @param filter the filter in front of it
	 * @return the running server
	 */
	public static KubernetesApiServer open(RequestFilter filter) {
		return new KubernetesApiServer(filter);
	}

	/**
	 * Serves other processes: prints the port on a line of its own, and exits when the
	 * standard input ends.
	 * @param args not used
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
		// The upgrade that the JDK's client offers may leave a large answer incomplete
		http.setHttp2ClearTextEnabled(false);
		objects.servedBy(http);
		KubernetesMockServer server = new KubernetesMockServer(new Context(), http, new HashMap<>(), objects, false);
		server.init(InetAddress.getLoopbackAddress(), 0);
		return server;
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
	 * Returns the number of open watches.
	 * @return the number
	 */
	public int watches() {
		return this.objects.watches().size();
	}

	/** Notifies all watches that the version they started at is too old. */
	public void expireWatches() {
		this.objects.watches().forEach((watch) -> watch.send("""
				{"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "status": "Failure", \
				"reason": "Expired", "code": 410, "message": "too old resource version"}}"""));
	}

	/** Ends all watches, as after the seconds that their requests allow. */
	public void endWatches() {
		this.objects.watches().forEach((watch) -> watch.close(1000, ""));
	}

	/** Stops it and keeps the objects. */
	public void stop() {
		this.server.destroy();
		this.objects.awaitEndings();
	}

	/** Starts it again at another port after {@link #stop()}. */
	public void restart() {
		this.server = start(this.objects);
	}

	@Override
	public void close() {
		stop();
		this.objects.close();
	}

}
