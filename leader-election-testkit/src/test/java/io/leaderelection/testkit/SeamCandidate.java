/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.Revocation;
import io.leaderelection.StuckTask;
import io.leaderelection.Transition;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.engine.Tenure;
import io.leaderelection.protocol.Preference;
import org.jspecify.annotations.Nullable;

/**
 * A candidate whose entire environment consists of seams: listeners, metadata, meters,
 * tenure, actions and tasks, as well as store, threads and timers. After each listener
 * that may throw comes a witness that does not.
 */
final class SeamCandidate {

	/** Work that is lost must have been interrupted after this time. */
	private static final long PROMPTLY = Duration.ofSeconds(1).toNanos();

	final String name;

	final SeamStore store;

	final ElectionEngine engine;

	private final ScriptedLife life;

	private final Map<String, Candidacy> candidacies = new HashMap<>();

	private final Map<String, Witness> witnesses = new HashMap<>();

	SeamCandidate(String name, ScriptedLife life, @Nullable Preference preference) {
		Seams seams = life.seams;
		this.name = name;
		this.life = life;
		this.store = new SeamStore(life.memory.open(), seams);
		this.engine = ElectionEngineBuilder.of(this.store, life.memory.traits())
			.namespace(ScriptedLife.NAMESPACE)
			.instanceName(name)
			.entropy(life.entropy)
			.time(new SeamTime(life.time, seams, life.tasks))
			.operationListener((operation, outcome, took) -> seams.pass("meter"))
			.metadata(() -> {
				seams.pass("metadata");
				return Map.of("name", name);
			})
			.elections(ElectionSettings.DEFAULT.withPreference(preference).withTenure((start) -> {
				seams.pass("tenure");
				return Tenure.End.NEVER;
			}))
			.build();
		this.engine.addListener(new ThrowingListener(seams));
	}

	Candidacy join(String election) {
		Candidacy candidacy = this.engine.join(election);
		this.candidacies.put(election, candidacy);
		Witness witness = new Witness(candidacy.election());
		this.witnesses.put(election, witness);
		witness.registration = candidacy.election().addListener(witness);
		return candidacy;
	}

	Registration work(String election) {
		return this.candidacies.get(election)
			.election()
			.runWhileLeader(this.witnesses.get(election)::work, LeaderWorkOptions.defaults());
	}

	void leave(String election) {
		Candidacy candidacy = this.candidacies.remove(election);
		if (candidacy != null) {
			candidacy.close();
		}
		this.witnesses.remove(election).left();
	}

	LeaderElection election(String election) {
		return this.engine.get(election);
	}

	boolean leads(String election) {
		return this.engine.find(election).filter(LeaderElection::isLeader).isPresent();
	}

	/** Whether it neither leads nor follows although it contends. */
	boolean isDisturbed(String election) {
		return this.engine.find(election)
			.filter((found) -> found.status().state() != ElectionState.STOPPED)
			.filter((found) -> !found.isLeader() && found.leader().isEmpty())
			.isPresent();
	}

	void look() {
		this.witnesses.values().forEach(Witness::look);
	}

	/** Checks at the end of the run. */
	void check() {
		this.witnesses.values().forEach(Witness::check);
	}

	/** Records the events of one election. */
	private final class Witness implements LeadershipListener {

		private final LeaderElection election;

		private final Set<Long> worked = new HashSet<>();

		private int granted;

		private int revoked;

		private long lastGranted;

		private Registration registration;

		private GuardedCall call;

		private long lostAt;

		Witness(LeaderElection election) {
			this.election = election;
		}

		@Override
		public void granted(Leadership leadership) {
			this.granted++;
			this.lastGranted = leadership.fencingToken();
			leadership.onLost(() -> SeamCandidate.this.life.seams.pass("onLost action"));
			if (this.call != null) {
				finding("begins a term in the work of the former one");
			}
			this.call = this.election.tryEnter(OnLoss.INTERRUPT);
			this.lostAt = 0;
		}

		@Override
		public void revoked(Revocation revocation) {
			this.revoked++;
			if (this.revoked != this.granted) {
				finding(this.granted + " granted, " + this.revoked + " revoked");
			}
		}

		void work(Leadership leadership) {
			SeamCandidate.this.life.seams.pass("work");
			this.worked.add(leadership.fencingToken());
		}

		void look() {
			if (this.call == null) {
				return;
			}
			// A leader that has to hand over waits for a moment without work
			ElectionStatus status = this.election.status();
			if (this.call.interrupted() || status.state() == ElectionState.DRAINING || status.bidder() != null) {
				leaveWork();
			}
			else if (!this.election.isLeader()) {
				long now = SeamCandidate.this.life.time.ticker().nanos();
				this.lostAt = (this.lostAt != 0) ? this.lostAt : now;
				if (SeamCandidate.this.life.seams.isThrowing()) {
					this.lostAt = now;
				}
				if (now - this.lostAt > PROMPTLY) {
					finding("its lost work is not interrupted");
					leaveWork();
				}
			}
		}

		private void leaveWork() {
			this.call.close();
			this.call = null;
		}

		void left() {
			this.registration.remove();
			if (this.call != null) {
				leaveWork();
			}
		}

		void check() {
			if (this.granted != this.revoked) {
				finding(this.granted + " granted, " + this.revoked + " revoked at the end");
			}
			if (this.granted > 0 && !this.worked.contains(this.lastGranted)) {
				finding("its task has not run in the last term");
			}
		}

		private void finding(String what) {
			SeamCandidate.this.life.finding(SeamCandidate.this.name + " in " + this.election.name() + ": " + what
					+ " at " + SeamCandidate.this.life.time.wallClock().millis() % 1_000_000);
		}

	}

	/** The first listener, whose calls are seams. */
	private record ThrowingListener(Seams seams) implements LeadershipListener {

		@Override
		public void granted(Leadership leadership) {
			this.seams.pass("listener granted");
		}

		@Override
		public void revoked(Revocation revocation) {
			this.seams.pass("listener revoked");
		}

		@Override
		public void leaderChanged(LeaderChange change) {
			this.seams.pass("listener leaderChanged");
		}

		@Override
		public void leaderAbsent(LeaderAbsence absence) {
			this.seams.pass("listener leaderAbsent");
		}

		@Override
		public void taskStuck(StuckTask task) {
			this.seams.pass("listener taskStuck");
		}

		@Override
		public void transitioned(String election, Transition transition) {
			this.seams.pass("listener transitioned");
		}

	}

}
