/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import org.jspecify.annotations.Nullable;

/**
 * The objects of the server, and the watches on them.
 */
final class ServedObjects extends KubernetesCrudDispatcher {

	private final RequestFilter filter;

	private final Set<WebSocket> watches = ConcurrentHashMap.newKeySet();

	/**
	 * No watch is removed while a request is applied, because the request notifies the
	 * watches.
	 */
	private final ReentrantLock applying = new ReentrantLock();

	private final ExecutorService endings = Executors.newSingleThreadExecutor((task) -> {
		Thread thread = new Thread(task, "ended-watches");
		thread.setDaemon(true);
		return thread;
	});

	private volatile @Nullable MockWebServer server;

	ServedObjects(RequestFilter filter) {
		this.filter = filter;
	}

	/**
	 * Sets the server that serves the objects from now on.
	 * @param server the server
	 */
	void servedBy(MockWebServer server) {
		this.server = server;
	}

	@Override
	public MockResponse dispatch(RecordedRequest request) {
		MockWebServer current = this.server;
		if (current != null) {
			// It would keep all requests for tests that read them
			current.reset();
		}
		return this.filter.filter(request, this::apply);
	}

	private MockResponse apply(RecordedRequest request) {
		MockResponse answer;
		this.applying.lock();
		try {
			answer = super.dispatch(request);
		}
		finally {
			this.applying.unlock();
		}
		WebSocketListener watch = answer.getWebSocketListener();
		if (watch != null) {
			return answer.withWebSocketUpgrade(new PatientWebSocketListener(watch, this.watches::add, this::end));
		}
		// Left empty by fabric8, unlike by a real server
		return (answer.code() == 404) ? KubernetesApiServer.failure(404, "not found") : answer;
	}

	private void end(WebSocket webSocket, Runnable end) {
		this.watches.remove(webSocket);
		this.endings.execute(() -> {
			this.applying.lock();
			try {
				end.run();
			}
			finally {
				this.applying.unlock();
			}
		});
	}

	Set<WebSocket> watches() {
		return this.watches;
	}

	/** Waits until all ended watches are removed. */
	void awaitEndings() {
		try {
			this.endings.submit(() -> {
			}).get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Cannot end the watches", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted", ex);
		}
	}

	void close() {
		this.endings.shutdown();
	}

}
