/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.leaderelection.BackendStatus;
import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnceWork;
import io.leaderelection.PartitionedElection;
import io.leaderelection.Registration;
import io.leaderelection.delivery.Audience;
import io.leaderelection.engine.EngineSettings.Contend;
import io.leaderelection.store.ElectionKey;

/**
 * The engine: answers what can be asked of it, and leaves joining and leaving, start and
 * stop to its {@link Lifecycle}.
 */
final class LeaseElectionEngine implements ElectionEngine {

	private final EngineSettings settings;

	private final ElectionLoop loop;

	private final Audience.Listeners listeners = new Audience.Listeners();

	private final Memberships memberships;

	private final Features features;

	private final Lifecycle lifecycle;

	LeaseElectionEngine(EngineSettings settings) {
		this.settings = settings;
		this.loop = new ElectionLoop(settings);
		this.memberships = new Memberships(settings, this.loop, this.listeners);
		this.features = new Features(settings, this.loop, this.memberships);
		this.lifecycle = new Lifecycle(settings, this.loop, this.memberships);
	}

	private String storeName() {
		return this.settings.traits().name();
	}

	@Override
	public String instance() {
		return this.settings.candidate().get();
	}

	@Override
	public String namespace() {
		return this.settings.namespace();
	}

	@Override
	public BackendStatus backend() {
		return new BackendStatus(storeName(), this.loop.store().lastContact());
	}

	@Override
	public boolean keepsCheckpoints() {
		return this.settings.traits().checkpoints();
	}

	@Override
	public Optional<LeaderElection> find(String name) {
		return Optional.ofNullable(this.memberships.find(name)).map(Election::view);
	}

	@Override
	public LeaderElection get(String name) {
		return this.memberships.require(name).view();
	}

	@Override
	public List<PartitionedElection> partitioned() {
		return this.features.partitioned();
	}

	@Override
	public List<LeaderElection> all() {
		return this.memberships.joined().stream().map((election) -> (LeaderElection) election.view()).toList();
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		Registration registration = this.listeners.add(listener);
		this.memberships.all().forEach((election) -> election.local().audience().welcome());
		return registration;
	}

	@Override
	public Candidacy join(String name) {
		return this.lifecycle.join(name, true);
	}

	@Override
	public Candidacy joinInBackground(String name) {
		return this.lifecycle.join(name, false);
	}

	@Override
	public <X extends Exception> boolean runOnce(String name, OnceWork<X> work, Duration timeout) throws X {
		return this.features.runOnce(name, work, timeout, this.lifecycle);
	}

	@Override
	public void connect(String election) {
		ElectionKey key = new ElectionKey(namespace(), ElectionKey.checkElection(election));
		if (this.settings.contend() == Contend.WITH_OTHERS) {
			this.loop.store().connect(key, this.settings.timing().operationTimeout());
		}
	}

	@Override
	public void start() {
		this.lifecycle.start();
	}

	@Override
	public CompletionStage<Void> stop() {
		return this.lifecycle.stop();
	}

	@Override
	public CompletionStage<Void> stop(Thread waiting) {
		return this.lifecycle.stop(waiting);
	}

	@Override
	public boolean isRunning() {
		return this.lifecycle.isRunning();
	}

	@Override
	public void close() {
		this.lifecycle.close();
	}

}
