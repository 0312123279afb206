/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.leaderelection.store.support.CallBudget;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the store's requests to the API server. Each request is sent once and waits no
 * longer than its budget. Thread-safe.
 */
final class ApiServer implements AutoCloseable {

	private static final String JSON = "application/json";

	private static final Logger logger = LoggerFactory.getLogger(ApiServer.class);

	/**
	 * Seconds after which the server ends a watch, so that a silently lost one is
	 * replaced.
	 */
	static final long WATCH_SECONDS = 300;

	private final CurrentClient client;

	private final String namespace;

	private final String leases;

	private final KubernetesFailures failures;

	/**
	 * Creates the client of the API server.
	 * @param clients opens clients without retries, which are closed with this object
	 * @param namespace the Kubernetes namespace of the objects
	 */
	ApiServer(Supplier<KubernetesClient> clients, String namespace) {
		this.client = new CurrentClient(clients);
		this.namespace = namespace;
		String url = this.client.get().getMasterUrl().toString();
		String server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
		this.leases = server + "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
		this.failures = new KubernetesFailures(server, namespace);
	}

	String namespace() {
		return this.namespace;
	}

	KubernetesFailures failures() {
		return this.failures;
	}

	/**
	 * Reads an object, bypassing caches.
	 * @return the object, or {@code null} if it does not exist
	 */
	@Nullable Lease get(String name, CallBudget budget) {
		HttpResponse<byte[]> answer = send((request) -> request.uri(this.leases + "/" + name), LeaseVerb.GET, budget);
		if (answer.code() == 404 && isStatus(answer)) {
			return null;
		}
		return lease(answer, LeaseVerb.GET);
	}

	/**
	 * Creates an object.
	 * @return the created object, or {@code null} if one exists already
	 */
	@Nullable Lease create(Lease lease, CallBudget budget) {
		HttpResponse<byte[]> answer = send((request) -> request.uri(this.leases).post(JSON, json(lease)),
				LeaseVerb.CREATE, budget);
		return (answer.code() == 409) ? null : lease(answer, LeaseVerb.CREATE);
	}

	/**
	 * Replaces an object if its resource version has not changed.
	 * @return the written object, or {@code null} if it was changed or deleted
	 */
	@Nullable Lease update(Lease lease, CallBudget budget) {
		HttpResponse<byte[]> answer = send(
				(request) -> request.uri(this.leases + "/" + lease.getMetadata().getName()).put(JSON, json(lease)),
				LeaseVerb.UPDATE, budget);
		boolean gone = answer.code() == 404 && isStatus(answer);
		return (answer.code() == 409 || gone) ? null : lease(answer, LeaseVerb.UPDATE);
	}

	/** Reads all objects of an election namespace. */
	LeaseList list(String selector, CallBudget budget) {
		String query = "?labelSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8);
		HttpResponse<byte[]> answer = send((request) -> request.uri(this.leases + query), LeaseVerb.LIST, budget);
		return read(answer, LeaseVerb.LIST, LeaseList.class);
	}

	/** Starts a watch from a listed version. Blocks until the watch is open. */
	Watch watch(String selector, @Nullable String resourceVersion, Watcher<Lease> watcher) {
		ListOptions options = new ListOptionsBuilder().withLabelSelector(selector)
			.withResourceVersion(resourceVersion)
			.withTimeoutSeconds(WATCH_SECONDS)
			.withAllowWatchBookmarks(false)
			.build();
		return this.client.get().leases().inNamespace(this.namespace).watch(options, watcher);
	}

	/**
	 * Returns the client of new requests. It changes if it gets no answers, and what was
	 * begun with another client then has to begin again.
	 */
	CurrentClient client() {
		return this.client;
	}

	private HttpResponse<byte[]> send(UnaryOperator<HttpRequest.Builder> request, LeaseVerb verb, CallBudget budget) {
		if (budget.isSpent()) {
			throw this.failures.ofTimeout(verb, budget, null);
		}
		KubernetesClient client = this.client.get();
		CompletableFuture<HttpResponse<byte[]>> answer = begin(client, request, verb, budget);
		try {
			HttpResponse<byte[]> received = budget.await(answer);
			this.client.answered(client);
			return received;
		}
		catch (TimeoutException ex) {
			answer.cancel(true);
			this.client.unanswered(client);
			throw this.failures.ofTimeout(verb, budget, ex);
		}
		catch (ExecutionException ex) {
			// The client counts whole milliseconds, so its timeout may end a little
			// sooner
			if (budget.isSpent() || KubernetesFailures.isTimeout(ex)) {
				this.client.unanswered(client);
				throw this.failures.ofTimeout(verb, budget, null);
			}
			this.client.answered(client);
			throw this.failures.ofCall(verb, ex);
		}
	}

	private CompletableFuture<HttpResponse<byte[]>> begin(KubernetesClient client,
			UnaryOperator<HttpRequest.Builder> request, LeaseVerb verb, CallBudget budget) {
		try {
			HttpRequest.Builder accepting = client.getHttpClient().newHttpRequestBuilder().header("Accept", JSON);
			return client.getHttpClient()
				.sendAsync(request.apply(accepting).timeout(budget.millisLeft(), TimeUnit.MILLISECONDS).build(),
						byte[].class);
		}
		catch (IllegalArgumentException ex) {
			throw this.failures.ofCall(verb, ex);
		}
	}

	private Lease lease(HttpResponse<byte[]> answer, LeaseVerb verb) {
		Lease lease = read(answer, verb, Lease.class);
		if (lease.getMetadata() == null || lease.getMetadata().getName() == null) {
			throw this.failures.ofForeignAnswer(verb, answer.code(), null);
		}
		return lease;
	}

	private <T> T read(HttpResponse<byte[]> answer, LeaseVerb verb, Class<T> type) {
		if (!answer.isSuccessful()) {
			throw this.failures.ofAnswer(new Refusal(verb, answer.code(), status(answer)));
		}
		T read;
		try {
			read = this.client.get().getKubernetesSerialization().unmarshal(text(answer), type);
		}
		catch (RuntimeException ex) {
			throw this.failures.ofForeignAnswer(verb, answer.code(), ex);
		}
		if (read == null) {
			throw this.failures.ofForeignAnswer(verb, answer.code(), null);
		}
		return read;
	}

	/** Returns the body of an error, or {@code null} if it is not from an API server. */
	private @Nullable Status status(HttpResponse<byte[]> answer) {
		if (!isStatus(answer)) {
			return null;
		}
		try {
			return this.client.get().getKubernetesSerialization().unmarshal(text(answer), Status.class);
		}
		catch (RuntimeException ex) {
			logger.debug("The error of the API server cannot be parsed", ex);
			return null;
		}
	}

	/**
	 * Returns whether the answer comes from the API server itself and not from a proxy.
	 */
	private static boolean isStatus(HttpResponse<byte[]> answer) {
		return text(answer).contains("\"Status\"");
	}

	private static String text(HttpResponse<byte[]> answer) {
		byte[] body = answer.body();
		return (body != null) ? new String(body, StandardCharsets.UTF_8) : "";
	}

	private String json(Lease lease) {
		return this.client.get().getKubernetesSerialization().asJson(lease);
	}

	@Override
	public void close() {
		this.client.close();
	}

}
