/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import org.jspecify.annotations.Nullable;

/**
 * A watch whose events are passed from the API server to a client, until either ends it.
 */
final class PassedWatch extends WebSocketListener {

	private final Set<WebSocket> open;

	private final CompletableFuture<WebSocket> client = new CompletableFuture<>();

	private final StringBuilder event = new StringBuilder();

	private java.net.http.@Nullable WebSocket server;

	PassedWatch(Set<WebSocket> open) {
		this.open = open;
	}

	void connected(java.net.http.WebSocket server) {
		this.server = server;
	}

	/** Returns what receives the events of the API server. */
	java.net.http.WebSocket.Listener fromServer() {
		return new java.net.http.WebSocket.Listener() {

			@Override
			public @Nullable CompletionStage<?> onText(java.net.http.WebSocket from, CharSequence part, boolean last) {
				PassedWatch.this.event.append(part);
				if (last) {
					String text = PassedWatch.this.event.toString();
					PassedWatch.this.event.setLength(0);
					return PassedWatch.this.client.thenAccept((to) -> {
						to.send(text);
						from.request(1);
					});
				}
				from.request(1);
				return null;
			}

			@Override
			public @Nullable CompletionStage<?> onBinary(java.net.http.WebSocket from, ByteBuffer part, boolean last) {
				return onText(from, java.nio.charset.StandardCharsets.UTF_8.decode(part), last);
			}

			@Override
			public @Nullable CompletionStage<?> onClose(java.net.http.WebSocket from, int code, String reason) {
				return PassedWatch.this.client.thenAccept((to) -> to.close(1000, reason));
			}

			@Override
			@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the end
			public void onError(java.net.http.WebSocket from, Throwable error) {
				PassedWatch.this.client.thenAccept((to) -> to.close(1011, "The API server is gone"));
			}

		};
	}

	@Override
	public void onOpen(WebSocket webSocket, Response response) {
		this.open.add(webSocket);
		this.client.complete(webSocket);
	}

	@Override
	public void onClosing(WebSocket webSocket, int code, String reason) {
		ended(webSocket);
	}

	@Override
	public void onClosed(WebSocket webSocket, int code, @Nullable String reason) {
		ended(webSocket);
	}

	@Override
	public void onFailure(WebSocket webSocket, Throwable failure, Response response) {
		ended(webSocket);
	}

	private void ended(WebSocket webSocket) {
		this.open.remove(webSocket);
		java.net.http.WebSocket server = this.server;
		if (server != null) {
			server.abort();
		}
	}

}
