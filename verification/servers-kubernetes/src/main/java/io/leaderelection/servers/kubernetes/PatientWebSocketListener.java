/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.util.function.Consumer;

import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import org.jspecify.annotations.Nullable;

/**
 * Handles a watch of fabric8's server so that the server survives when the client ends
 * the watch or dies. The original listener blocks the server's only thread until events
 * are sent that this very thread must send. It also rejects events that arrive meanwhile,
 * which fails the write that caused them.
 */
final class PatientWebSocketListener extends WebSocketListener {

	private final WebSocketListener listener;

	private final Consumer<WebSocket> opened;

	private final Ending ending;

	/**
	 * Creates the listener.
	 * @param listener the listener of the server
	 * @param opened receives the connection when it is open
	 * @param ending handles the end of the connection
	 */
	PatientWebSocketListener(WebSocketListener listener, Consumer<WebSocket> opened, Ending ending) {
		this.listener = listener;
		this.opened = opened;
		this.ending = ending;
	}

	@Override
	public void onBeforeAccept(WebSocket webSocket, Response response) {
		this.listener.onBeforeAccept(webSocket, response);
	}

	@Override
	public void onOpen(WebSocket webSocket, Response response) {
		this.listener.onOpen(webSocket, response);
		this.opened.accept(webSocket);
	}

	@Override
	public void onMessage(WebSocket webSocket, String text) {
		this.listener.onMessage(webSocket, text);
	}

	@Override
	public void onMessage(WebSocket webSocket, byte[] bytes) {
		this.listener.onMessage(webSocket, bytes);
	}

	@Override
	public void onClosing(WebSocket webSocket, int code, String reason) {
		this.listener.onClosing(webSocket, code, reason);
	}

	@Override
	public void onClosed(WebSocket webSocket, int code, @Nullable String reason) {
		this.ending.of(webSocket, () -> this.listener.onClosed(webSocket, code, reason));
	}

	@Override
	public void onFailure(WebSocket webSocket, Throwable failure, Response response) {
		this.ending.of(webSocket, () -> this.listener.onFailure(webSocket, failure, response));
	}

	/** Handles connections that have ended. */
	@FunctionalInterface
	interface Ending {

		/**
		 * Handles a connection that has ended.
		 * @param webSocket the connection
		 * @param end removes its watch; may block, so it must not run on the server's
		 * thread
		 */
		void of(WebSocket webSocket, Runnable end);

	}

}
