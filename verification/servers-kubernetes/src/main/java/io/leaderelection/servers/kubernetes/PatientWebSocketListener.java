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
 * A watch at fabric8's server that does not harm the server when its client ends it, or
 * dies. By itself it would wait, on the server's only thread, until events are sent that
 * this thread must send, and refuse those that come meanwhile, which fails the write that
 * made them.
 */
final class PatientWebSocketListener extends WebSocketListener {

	private final WebSocketListener listener;

	private final Consumer<WebSocket> opened;

	private final Ending ending;

	/**
	 * Creates the listener.
	 * @param listener the server's
	 * @param opened is told of the connection
	 * @param ending takes what is to be done when the connection is over
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

	/** Takes care of connections that are over. */
	@FunctionalInterface
	interface Ending {

		/**
		 * A connection is over.
		 * @param webSocket the connection
		 * @param end forgets its watch; may wait, but not on the server's thread
		 */
		void of(WebSocket webSocket, Runnable end);

	}

}
