/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import java.util.List;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.GuardedElection;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests of engines in stepped time share: the time, the store, and a listener.
 */
abstract class EngineRig {

	static final ElectionTiming TIMING = Rig.TIMING;

	static final ElectionKey KEY = Rig.KEY;

	final SteppedTime time = new SteppedTime();

	final ListedStore store = new ListedStore(this.time.wallClock());

	final Recorder recorder = new Recorder();

	/** Returns a builder of an engine of the namespace of {@link #KEY}. */
	ElectionEngineBuilder builder() {
		return builder(ListedStore.TRAITS);
	}

	ElectionEngineBuilder builder(StoreTraits traits) {
		return ElectionEngineBuilder.of(this.store, traits).namespace(KEY.namespace()).time(this.time);
	}

	/** Joins an election, starts the engine, and expects that it leads. */
	LeaderElection lead(ElectionEngine engine, String name) {
		LeaderElection election = follow(engine, name);
		assertThat(election.isLeader()).isTrue();
		return election;
	}

	/** Joins an election, and starts the engine. */
	LeaderElection follow(ElectionEngine engine, String name) {
		LeaderElection election = engine.join(name).election();
		engine.start();
		this.time.runReady();
		return election;
	}

	/** Enters guarded work, which must be possible. */
	static EnteredCall enter(LeaderElection election, OnLoss onLoss) {
		EnteredCall call = GuardedElection.of(election).tryEnter(onLoss);
		assertThat(call).isNotNull();
		return call;
	}

	/** Asserts that an election knows the instance that leads. */
	static void assertLedBy(ElectionEngine leading, LeaderElection election) {
		assertThat(election.leader()).map(Leader::id).hasValue(leading.instance());
	}

	Instant now() {
		return Instant.ofEpochMilli(this.time.wallClock().millis());
	}

	static List<TransitionCause> causes(LeaderElection election) {
		return election.status().transitions().stream().map(Transition::cause).toList();
	}

}
