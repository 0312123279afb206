/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.StuckTask;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one election, and what they need of it. Touched by the loop alone, but for
 * what says otherwise.
 */
final class TermTasks {

	private final Participant participant;

	private final ElectionLoop loop;

	private final Duration drainTimeout;

	private final Audience audience;

	private final List<TermTask> tasks = new ArrayList<>();

	/** Granted, and not ended. */
	private @Nullable TermWork term;

	private int nameless;

	TermTasks(Participant participant, ElectionLoop loop, Duration drainTimeout, Audience audience) {
		this.participant = participant;
		this.loop = loop;
		this.drainTimeout = drainTimeout;
		this.audience = audience;
	}

	/** May be called on any thread. */
	Registration add(LeaderWork work, LeaderWorkOptions options) {
		TermTask task = new TermTask(work, name(options), options, this);
		this.loop.execute(() -> {
			this.tasks.add(task);
			TermWork term = this.term;
			if (term != null) {
				task.granted(term);
			}
		});
		return () -> {
			Thread caller = Thread.currentThread();
			this.loop.execute(() -> {
				this.tasks.remove(task);
				task.remove(caller);
			});
		};
	}

	private synchronized String name(LeaderWorkOptions options) {
		String name = options.name();
		return (name != null) ? name : election() + "-" + ++this.nameless;
	}

	void granted(TermWork term) {
		this.term = term;
		List.copyOf(this.tasks).forEach((task) -> task.granted(term));
	}

	/** With each heartbeat: whatever failed is tried again. */
	void tryAgain() {
		for (int i = 0; i < this.tasks.size(); i++) {
			this.tasks.get(i).tryAgain();
		}
	}

	/** The term has ended, or a hand-over has begun. */
	void ended() {
		this.term = null;
		List.copyOf(this.tasks).forEach(TermTask::ended);
	}

	void reportStuck() {
		List.copyOf(this.tasks).forEach(TermTask::reportIfStuck);
	}

	// For tasks

	String election() {
		return this.participant.name();
	}

	ElectionLoop loop() {
		return this.loop;
	}

	Duration drainTimeout() {
		return this.drainTimeout;
	}

	/** Whether work of a term may begin now. May be called on any thread. */
	boolean mayEnter(TermWork term) {
		return this.participant.leads(term);
	}

	/** May be called on any thread. */
	@Nullable GuardedCall enter(TermWork term, OnLoss onLoss) {
		return mayEnter(term) ? term.enterTask(onLoss) : null;
	}

	@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it, and it does not
													// fail
	void stepDown() {
		this.participant.stepDown();
	}

	void tell(StuckTask stuck) {
		this.audience.tell((listener) -> listener.taskStuck(stuck));
	}

}
