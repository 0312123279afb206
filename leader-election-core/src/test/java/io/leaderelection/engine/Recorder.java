/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.LeaderChange;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Revocation;

/**
 * Records the events of a listener.
 */
class Recorder implements LeadershipListener {

	final List<String> received = new CopyOnWriteArrayList<>();

	@Override
	public void granted(Leadership leadership) {
		this.received.add("granted " + leadership.election());
	}

	@Override
	public void revoked(Revocation revocation) {
		this.received.add("revoked " + revocation.election() + " " + revocation.cause());
	}

	@Override
	public void leaderChanged(LeaderChange change) {
		this.received.add("leader " + ((change.current() != null) ? "known" : "unknown"));
	}

}
