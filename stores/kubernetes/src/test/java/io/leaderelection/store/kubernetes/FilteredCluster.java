/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.kubernetes.KubernetesApiServer;
import io.leaderelection.servers.kubernetes.RequestFilter;

/**
 * An API server that refuses requests when a test wants it to, and counts the store's
 * requests.
 */
final class MockApiServer implements AutoCloseable {

	static final String NAMESPACE = "team-a";

	private static final String ADMIN = "admin";

	private final Rights rights = new Rights();

	private final KubernetesApiServer server = KubernetesApiServer.open(this.rights);

	private KubernetesClient admin = openAdmin();

	private MockApiServer() {
	}

	static MockApiServer open() {
		return new MockApiServer();
	}

	private KubernetesClient openAdmin() {
		return ClientSetup.open(new ConfigBuilder(config()).withUserAgent(ADMIN).build());
	}

	/** Stops the server; the objects stay. */
	void stop() {
		this.admin.close();
		this.server.stop();
	}

	/** Starts the server again, on another port. */
	void restart() {
		this.server.restart();
		this.admin = openAdmin();
	}

	int port() {
		return this.server.port();
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

	/** Answers the store's requests with this verb with a status from now on. */
	void refuse(LeaseVerb verb, int status) {
		this.rights.refused.put(verb, status);
	}

	void refuseAll(int status) {
		for (LeaseVerb verb : LeaseVerb.values()) {
			refuse(verb, status);
		}
	}

	void accept() {
		this.rights.refused.clear();
	}

	/**
	 * Runs an action once, after the store's next request with this verb is applied and
	 * before it is answered.
	 */
	void whenApplied(LeaseVerb verb, Runnable action) {
		this.rights.actions.put(verb, action);
	}

	/** Reports to all watches that their resource version has expired. */
	void expireWatches() {
		this.server.expireWatches();
	}

	/** Ends all watches, as after the seconds that their requests allow. */
	void endWatches() {
		this.server.endWatches();
	}

	/** Returns the verbs that the store has used. */
	Set<LeaseVerb> used() {
		return this.rights.used;
	}

	/** Returns the number of requests that the store has made. */
	int requests() {
		return this.rights.requests.get();
	}

	/** Returns the store's other requests. */
	Set<String> others() {
		return this.rights.others;
	}

	@Override
	public void close() {
		this.admin.close();
		this.server.close();
	}

	/**
	 * Refuses, counts and records the store's requests.
	 */
	private static final class Rights implements RequestFilter {

		private final Map<LeaseVerb, Integer> refused = new ConcurrentHashMap<>();

		private final Set<LeaseVerb> used = ConcurrentHashMap.newKeySet();

		private final AtomicInteger requests = new AtomicInteger();

		private final Set<String> others = ConcurrentHashMap.newKeySet();

		private final Map<LeaseVerb, Runnable> actions = new ConcurrentHashMap<>();

		@Override
		public MockResponse filter(RecordedRequest request, Function<RecordedRequest, MockResponse> server) {
			if (ADMIN.equals(request.getHeader("User-Agent"))) {
				return server.apply(request);
			}
			this.requests.incrementAndGet();
			LeaseVerb verb = verb(request);
			if (verb == null) {
				this.others.add(request.getRequestLine());
				return server.apply(request);
			}
			this.used.add(verb);
			Integer status = this.refused.get(verb);
			if (status != null) {
				return KubernetesApiServer.failure(status, "refused \\\"" + verb + "\\\" \\u001b[31m");
			}
			MockResponse answer = server.apply(request);
			Runnable action = this.actions.remove(verb);
			if (action != null) {
				action.run();
			}
			return answer;
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
