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
import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryWriter;

/**
 * Writes down what an application is told.
 */
final class HistoryListener implements LeadershipListener {

	private final HistoryWriter history;

	HistoryListener(HistoryWriter history) {
		this.history = history;
	}

	@Override
	public void granted(Leadership leadership) {
		this.history.write(now(EventKind.GRANTED, leadership.election()).withToken(leadership.fencingToken()));
	}

	@Override
	public void revoked(Revocation revocation) {
		this.history.write(now(EventKind.REVOKED, revocation.election()).withToken(revocation.fencingToken())
			.with("cause", revocation.cause()));
	}

	@Override
	public void transitioned(String election, Transition transition) {
		Long token = transition.fencingToken();
		if (transition.cause() == TransitionCause.RELEASED && token != null) {
			this.history.write(now(EventKind.RELEASED, election).withToken(token));
		}
	}

	private static HistoryEvent now(EventKind kind, String election) {
		long now = System.nanoTime();
		return HistoryEvent.of(kind, now, now).in(election);
	}

}
