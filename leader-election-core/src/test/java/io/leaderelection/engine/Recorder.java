/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Revocation;
import io.leaderelection.StuckTask;

/**
 * Records the events of a listener.
 */
class Recorder implements LeadershipListener {

	final List<String> received = new CopyOnWriteArrayList<>();

	final List<Leadership> terms = new CopyOnWriteArrayList<>();

	final List<LeaderChange> changes = new CopyOnWriteArrayList<>();

	final List<StuckTask> stuck = new CopyOnWriteArrayList<>();

	final List<LeaderAbsence> absences = new CopyOnWriteArrayList<>();

	@Override
	public void granted(Leadership leadership) {
		this.received.add("granted " + leadership.election());
		this.terms.add(leadership);
	}

	@Override
	public void revoked(Revocation revocation) {
		this.received.add("revoked " + revocation.election() + " " + revocation.cause());
	}

	@Override
	public void leaderChanged(LeaderChange change) {
		this.received.add("leader " + ((change.current() != null) ? "known" : "unknown"));
		this.changes.add(change);
	}

	@Override
	public void taskStuck(StuckTask task) {
		this.stuck.add(task);
	}

	@Override
	public void leaderAbsent(LeaderAbsence absence) {
		this.absences.add(absence);
	}

	/** Returns what was granted and revoked, without changes of the leader. */
	List<String> termEvents() {
		return this.received.stream().filter((received) -> !received.startsWith("leader")).toList();
	}

	/** Returns a listener that is called for each grant only. */
	static LeadershipListener onGranted(Consumer<Leadership> action) {
		return new LeadershipListener() {

			@Override
			public void granted(Leadership leadership) {
				action.accept(leadership);
			}

		};
	}

	/** Returns a listener that is called for each revocation only. */
	static LeadershipListener onRevoked(Consumer<Revocation> action) {
		return new LeadershipListener() {

			@Override
			public void revoked(Revocation revocation) {
				action.accept(revocation);
			}

		};
	}

	/** Returns a listener that runs an action for each grant and each revocation. */
	static LeadershipListener onTerms(Runnable action) {
		return new LeadershipListener() {

			@Override
			public void granted(Leadership leadership) {
				action.run();
			}

			@Override
			public void revoked(Revocation revocation) {
				action.run();
			}

		};
	}

}
