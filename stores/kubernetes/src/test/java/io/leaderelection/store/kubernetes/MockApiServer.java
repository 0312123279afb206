/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import io.leaderelection.servers.Loopback;

/**
 * fabric8's API server for tests, over HTTP: it keeps objects and their resource versions
 * and refuses stale writes, but knows no rights, no validation and no 410. What it
 * refuses here, the test tells it to refuse.
 */
final class MockApiServer implements AutoCloseable {

	static final String NAMESPACE = "team-a";

	private static final String ADMIN = "admin";

	/** Kept here, since a level is forgotten with its logger. */
	private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

	private final Objects objects = new Objects();

	private KubernetesMockServer server;

	private KubernetesClient admin;

	private MockApiServer() {
		REQUESTS.setLevel(Level.WARNING);
		start(0);
	}

	static MockApiServer open() {
		return new MockApiServer();
	}

	private void start(int port) {
		Map<ServerRequest, Queue<ServerResponse>> unused = new HashMap<>();
		this.server = new KubernetesMockServer(new Context(), new MockWebServer(), unused, this.objects, false);
		this.server.init(InetAddress.getLoopbackAddress(), port);
		this.admin = ClientSetup.open(new ConfigBuilder(config(this.server.getPort())).withUserAgent(ADMIN).build());
	}

	/** Stops it; the objects stay. */
	void stop() {
		this.admin.close();
		this.server.destroy();
		for (Runnable end = this.objects.afterwards.poll(); end != null; end = this.objects.afterwards.poll()) {
			end.run();
		}
	}

	/** Starts it again, elsewhere. */
	void restart() {
		start(0);
	}

	int port() {
		return this.server.getPort();
	}

	Config config() {
		return config(port());
	}

	static Config config(int port) {
		return new ConfigBuilder(Config.empty()).withMasterUrl("http://" + Loopback.HOST + ":" + port + "/")
			.withNamespace(NAMESPACE)
			.build();
	}

	LeaseObjects leases() {
		return new LeaseObjects(this.admin.leases().inNamespace(NAMESPACE));
	}

	/** Refuses requests with a status of the store with a status from now on. */
	void refuse(LeaseVerb verb, int status) {
		this.objects.refused.put(verb, status);
	}

	void refuseAll(int status) {
		for (LeaseVerb verb : LeaseVerb.values()) {
			refuse(verb, status);
		}
	}

	void accept() {
		this.objects.refused.clear();
	}

	/**
	 * Does something once, when the store's next such request is applied, not answered.
	 */
	void whenApplied(LeaseVerb verb, Runnable action) {
		this.objects.actions.put(verb, action);
	}

	/** Tells all watches that the version they began at is too old. */
	void expireWatches() {
		this.objects.watches.forEach((watch) -> watch.send("""
				{"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "status": "Failure", \
				"reason": "Expired", "code": 410, "message": "too old resource version"}}"""));
	}

	/** Which verbs the store used. */
	Set<LeaseVerb> used() {
		return this.objects.used;
	}

	/** How many requests the store has made. */
	int requests() {
		return this.objects.requests.get();
	}

	/** What else the store asked for. */
	Set<String> others() {
		return this.objects.others;
	}

	@Override
	public void close() {
		stop();
	}

	/**
	 * The objects, and who may do what with them.
	 */
	private static final class Objects extends KubernetesCrudDispatcher {

		private final Map<LeaseVerb, Integer> refused = new ConcurrentHashMap<>();

		private final Set<LeaseVerb> used = ConcurrentHashMap.newKeySet();

		private final AtomicInteger requests = new AtomicInteger();

		private final Set<String> others = ConcurrentHashMap.newKeySet();

		private final Map<LeaseVerb, Runnable> actions = new ConcurrentHashMap<>();

		private final Queue<WebSocket> watches = new ConcurrentLinkedQueue<>();

		private final Queue<Runnable> afterwards = new ConcurrentLinkedQueue<>();

		@Override
		public MockResponse dispatch(RecordedRequest request) {
			if (ADMIN.equals(request.getHeader("User-Agent"))) {
				return super.dispatch(request);
			}
			this.requests.incrementAndGet();
			LeaseVerb verb = verb(request);
			if (verb == null) {
				this.others.add(request.getRequestLine());
				return super.dispatch(request);
			}
			this.used.add(verb);
			Integer status = this.refused.get(verb);
			if (status != null) {
				return failure(status, "refused \\\"" + verb + "\\\" \\u001b[31m");
			}
			MockResponse answer = super.dispatch(request);
			Runnable action = this.actions.remove(verb);
			if (action != null) {
				action.run();
			}
			WebSocketListener watch = answer.getWebSocketListener();
			if (watch != null) {
				return answer
					.withWebSocketUpgrade(new PatientWebSocketListener(watch, this.watches::add, this.afterwards::add));
			}
			// Left empty by fabric8, unlike a real server
			return (answer.code() == 404) ? failure(404, "leases not found") : answer;
		}

		private static MockResponse failure(int status, String message) {
			return new MockResponse().setResponseCode(status)
				.setHeader("Content-Type", "application/json")
				.setBody("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + status
						+ ",\"message\":\"" + message + "\"}");
		}

		private static LeaseVerb verb(RecordedRequest request) {
			String path = request.getPath();
			if (!path.startsWith("/apis/coordination.k8s.io/v1/namespaces/" + NAMESPACE + "/leases")) {
				return null;
			}
			return switch (request.getMethod()) {
				case "GET" -> path.contains("watch=true") ? LeaseVerb.WATCH
						: (path.contains("/leases/") ? LeaseVerb.GET : LeaseVerb.LIST);
				case "POST" -> LeaseVerb.CREATE;
				case "PUT" -> LeaseVerb.UPDATE;
				default -> null;
			};
		}

	}

}
