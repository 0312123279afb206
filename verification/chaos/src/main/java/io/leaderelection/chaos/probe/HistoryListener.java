/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Revocation;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import org.jspecify.annotations.Nullable;

/**
 * Records the events that an application receives.
 *
 * @param history the history of this process
 */
record HistoryListener(HistoryWriter history) implements LeadershipListener {

	@Override
	public void granted(Leadership leadership) {
		write(EventKind.GRANTED, leadership.election(), leadership.fencingToken(), null);
	}

	@Override
	public void revoked(Revocation revocation) {
		write(EventKind.REVOKED, revocation.election(), revocation.fencingToken(), revocation.cause());
	}

	@Override
	public void transitioned(String election, Transition transition) {
		Long token = transition.fencingToken();
		if (transition.cause() == TransitionCause.RELEASED && token != null) {
			write(EventKind.RELEASED, election, token, null);
		}
	}

	/**
	 * Writes an event, and waits for memory if there is none: the checker treats a
	 * missing event as one that was never delivered.
	 */
	private void write(EventKind kind, String election, long token, @Nullable TransitionCause cause) {
		long now = System.nanoTime();
		while (true) {
			try {
				HistoryEvent event = HistoryEvent.of(kind, now, now).in(election).withToken(token);
				this.history.write((cause != null) ? event.with("cause", cause) : event);
				return;
			}
			catch (OutOfMemoryError ex) {
				HistoryWriter.awaitMemory();
			}
		}
	}

}
