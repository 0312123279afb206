/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The client of a service, which is replaced when it has shut down its connections.
 * Apache HttpClient does that if a request meets an error such as
 * {@link OutOfMemoryError}, and then refuses every other request. Thread-safe.
 *
 * @param <C> the type of the client
 */
public final class ServiceClient<C> implements AutoCloseable {

	private final Supplier<C> opening;

	private final @Nullable Consumer<C> closing;

	private volatile C client;

	private boolean closed;

	/**
	 * Opens the client.
	 * @param opening opens a client
	 * @param closing closes a client of the store's own; {@code null} for a client of the
	 * application, which is neither replaced nor closed
	 */
	public ServiceClient(Supplier<C> opening, @Nullable Consumer<C> closing) {
		this.opening = opening;
		this.closing = closing;
		this.client = opening.get();
	}

	/**
	 * Sends a request. If the client has shut down its connections, the request fails,
	 * and the next one has another client.
	 * @param <T> the type of the answer
	 * @param request sends the request
	 * @param explaining explains any other failure of the request
	 * @return the answer
	 * @throws LeaseStoreException if the request fails
	 */
	public <T extends @Nullable Object> T call(Function<C, T> request,
			Function<RuntimeException, LeaseStoreException> explaining) {
		C client = this.client;
		try {
			return request.apply(client);
		}
		catch (RuntimeException ex) {
			if (!isShutDown(ex)) {
				throw explaining.apply(ex);
			}
			replace(client);
			throw new NoAnswerException("The client of the service has shut down its connections, as it does after an "
					+ "OutOfMemoryError. "
					+ ((this.closing != null) ? "Another one is opened"
							: "It is the application's: restart this instance, or let the store have one of its own"),
					ex);
		}
	}

	/**
	 * Returns the client of the next request.
	 * @return the client, which must not be closed
	 */
	public C get() {
		return this.client;
	}

	private static boolean isShutDown(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof IllegalStateException && String.valueOf(cause.getMessage()).contains("shut down")) {
				return true;
			}
		}
		return false;
	}

	@SuppressWarnings("ReferenceEquality") // a replacement is another object
	private synchronized void replace(C broken) {
		if (this.closing == null || this.closed || this.client != broken) {
			return;
		}
		this.client = this.opening.get();
		this.closing.accept(broken);
	}

	/** Closes the client, unless it is the application's. */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.closing != null) {
			this.closing.accept(this.client);
		}
	}

}
