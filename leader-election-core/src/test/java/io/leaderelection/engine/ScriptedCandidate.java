/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.leaderelection.Leader;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.delivery.WarningBursts;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.work.OwnerWithoutEngine;
import io.leaderelection.work.Term;

/**
 * A candidate that follows a script, and reports its progress.
 */
final class ScriptedCandidate extends OwnerWithoutEngine {

	private final Script script;

	private final ElectionView view = new ElectionView("billing", () -> TimeUnit.SECONDS.toNanos(this.now),
			() -> TimeUnit.SECONDS.toMillis(this.now),
			new ElectionLog("test", home().log(), new WarningBursts(home().log(), () -> 0),
					() -> TimeUnit.SECONDS.toNanos(this.now), Duration.ofSeconds(15)),
			null);

	/** In seconds. */
	private volatile long now;

	/** Twice the number of finished steps, plus one during a step. */
	private volatile int stamp;

	ScriptedCandidate(Script script) {
		this.script = script;
		play(1, script.before());
	}

	/** Plays the steps that happen during queries. */
	void play() {
		play(this.script.before() + 1, this.script.length());
	}

	private void play(int from, int to) {
		for (int step = from; step <= to; step++) {
			this.stamp = 2 * step - 1;
			this.script.change(step).accept(this);
			this.stamp = 2 * step;
		}
	}

	int stamp() {
		return this.stamp;
	}

	ElectionView view() {
		return this.view;
	}

	void begin(long token) {
		this.view.begin(new Term(this, new StoredTerm(Rig.KEY, new Nonce(0, token), token), Checkpoints.NONE));
	}

	void know(long token) {
		this.view.leaderIs((token != 0) ? new Leader("somebody", Instant.EPOCH, token, Map.of()) : null);
	}

	void pass(long seconds) {
		this.now += seconds;
	}

	@Override
	public boolean isValid(long token) {
		return this.view.isValid(token);
	}

	@Override
	public Duration remaining(long token) {
		return this.view.remaining(token);
	}

}
