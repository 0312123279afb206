/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.servers.kubernetes.ApiServerFront;
import io.leaderelection.servers.kubernetes.RequestFilter;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A namespace of a real API server behind HTTP that refuses, counts and interrupts the
 * requests of the store.
 */
final class FilteredCluster implements AutoCloseable {

	private final TestCluster cluster;

	private final boolean ownsCluster;

	private final Rights rights;

	private final ApiServerFront server;

	private FilteredCluster(TestCluster cluster, boolean ownsCluster) {
		this.cluster = cluster;
		this.ownsCluster = ownsCluster;
		this.rights = new Rights(cluster.namespace());
		this.server = new ApiServerFront(cluster.server().endpoint(), cluster.server().trusting(), this.rights);
	}

	static FilteredCluster open() {
		return new FilteredCluster(TestCluster.open(), true);
	}

	/** Opens a front of a cluster, which is not closed with it. */
	static FilteredCluster of(TestCluster cluster) {
		return new FilteredCluster(cluster, false);
	}

	int port() {
		return this.server.port();
	}

	Config config() {
		return config(port());
	}

	/** Returns the settings of a client with the service account, through a port. */
	Config config(int port) {
		return new ConfigBuilder(Config.empty()).withMasterUrl("http://" + Loopback.HOST + ":" + port + "/")
			.withNamespace(this.cluster.namespace())
			.withOauthToken(this.cluster.token())
			.build();
	}

	String namespace() {
		return this.cluster.namespace();
	}

	LeaseObjects leases() {
		return this.cluster.leases();
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
		awaitWatch();
		this.server.expireWatches();
	}

	private void awaitWatch() {
		Awaitility.await().atMost(TestCandidate.PATIENCE).until(() -> this.server.watches() > 0);
	}

	/** Ends all watches, as after the seconds that their requests allow. */
	void endWatches() {
		awaitWatch();
		this.server.endWatches();
	}

	/** Returns the number of requests that the store has made. */
	int requests() {
		return this.rights.requests.get();
	}

	@Override
	public void close() {
		this.server.close();
		if (this.ownsCluster) {
			this.cluster.close();
		}
	}

	/**
	 * Refuses, counts and records the store's requests.
	 */
	private static final class Rights implements RequestFilter {

		private final Map<LeaseVerb, Integer> refused = new ConcurrentHashMap<>();

		private final AtomicInteger requests = new AtomicInteger();

		private final Map<LeaseVerb, Runnable> actions = new ConcurrentHashMap<>();

		@Override
		public MockResponse filter(RecordedRequest request, Function<RecordedRequest, MockResponse> server) {
			this.requests.incrementAndGet();
			LeaseVerb verb = verb(request);
			if (verb == null) {
				return server.apply(request);
			}
			Integer status = this.refused.get(verb);
			if (status != null) {
				return ApiServerFront.failure(status, "refused \\\"" + verb + "\\\" \\u001b[31m");
			}
			MockResponse answer = server.apply(request);
			Runnable action = this.actions.remove(verb);
			if (action != null) {
				action.run();
			}
			return answer;
		}

		private final String namespace;

		Rights(String namespace) {
			this.namespace = namespace;
		}

		private @Nullable LeaseVerb verb(RecordedRequest request) {
			String path = request.getPath();
			if (!path.startsWith("/apis/coordination.k8s.io/v1/namespaces/" + this.namespace + "/leases")) {
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
