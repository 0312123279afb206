/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Owns a term without an engine. Delivers and cancels at once, on the calling thread.
 */
class TermOwner implements TermWork.Owner {

	/** How often the work of the term was reported as over. */
	final AtomicInteger ended = new AtomicInteger();

	@Override
	public String name() {
		return "billing";
	}

	@Override
	public boolean isValid(long token) {
		return true;
	}

	@Override
	public Duration remaining(long token) {
		return Duration.ZERO;
	}

	@Override
	public void deliver(Runnable delivery) {
		delivery.run();
	}

	@Override
	public void cancel(Runnable cancellation) {
		cancellation.run();
	}

	@Override
	public void workEnded(long token) {
		this.ended.incrementAndGet();
	}

}
