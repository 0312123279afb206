/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;

/**
 * Delays calls until the test opens it. Safe to use from any thread.
 */
public final class Gate {

	private final CountDownLatch reached = new CountDownLatch(1);

	private final CompletableFuture<@Nullable Void> opened = new CompletableFuture<>();

	/**
	 * Releases every call that waits here, and does not delay later ones.
	 */
	public void open() {
		this.opened.complete(null);
	}

	/**
	 * Waits until a call is delayed here.
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	public void awaitArrival() throws InterruptedException {
		this.reached.await();
	}

	/**
	 * Waits like a socket without an answer: an interrupt does not end the wait, and is
	 * kept for the caller.
	 */
	void pass() {
		this.reached.countDown();
		this.opened.join();
	}

}
