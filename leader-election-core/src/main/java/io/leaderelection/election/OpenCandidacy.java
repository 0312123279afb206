/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionStatus;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

/**
 * One of the reasons to contend in an election.
 */
final class OpenCandidacy implements Candidacy {

	private final LeaderElection election;

	private final Runnable leave;

	private final AtomicBoolean closed = new AtomicBoolean();

	OpenCandidacy(LeaderElection election, Runnable leave) {
		this.election = election;
		this.leave = leave;
	}

	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			this.leave.run();
		}
	}

	@Override
	public String name() {
		return this.election.name();
	}

	@Override
	public boolean isLeader() {
		return this.election.isLeader();
	}

	@Override
	public Optional<Leadership> leadership() {
		return this.election.leadership();
	}

	@Override
	public Optional<Leader> leader() {
		return this.election.leader();
	}

	@Override
	public ElectionStatus status() {
		return this.election.status();
	}

	@Override
	public @Nullable GuardedCall tryEnter(OnLoss onLoss) {
		return this.election.tryEnter(onLoss);
	}

	@Override
	public boolean isDecided() {
		return this.election.isDecided();
	}

	@Override
	public boolean awaitLeader(Duration timeout) throws InterruptedException {
		return this.election.awaitLeader(timeout);
	}

	@Override
	public CompletionStage<Void> stepDown() {
		return this.election.stepDown();
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown) {
		return this.election.stepDown(coolDown);
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause) {
		return this.election.stepDown(coolDown, cause);
	}

	@Override
	public CompletionStage<Void> pause() {
		return this.election.pause();
	}

	@Override
	public CompletionStage<Void> resume() {
		return this.election.resume();
	}

	@Override
	public CompletionStage<Void> withhold(TransitionCause cause) {
		return this.election.withhold(cause);
	}

	@Override
	public CompletionStage<Void> restore(TransitionCause cause) {
		return this.election.restore(cause);
	}

	@Override
	public Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options) {
		return this.election.runWhileLeader(work, options);
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.election.addListener(listener);
	}

}
