/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.time.Durations;

/**
 * Requests to a candidate: to start and to stop, to pause and to resume, and to step
 * down.
 */
final class Requests {

	private final OpenStep step;

	private final Position position;

	private final RecordView record;

	private final Contention contention;

	private final Incumbency incumbency;

	private final Withholding withholding = new Withholding();

	Requests(OpenStep step, Position position, RecordView record, Contention contention, Incumbency incumbency) {
		this.step = step;
		this.position = position;
		this.record = record;
		this.contention = contention;
		this.incumbency = incumbency;
	}

	/** Returns why the candidate is not to contend. */
	Set<TransitionCause> withheldBy() {
		return this.withholding.causes();
	}

	/** Processes a request. */
	void process(Input.Request request) {
		if (request instanceof Input.StepDown down) {
			leave(down.cause(), ElectionState.FOLLOWER, Durations.nanos(down.coolDown()));
		}
		else if (request instanceof Input.Start) {
			contend(ElectionState.STOPPED, TransitionCause.STARTED);
		}
		else if (request instanceof Input.Resume resume) {
			this.withholding.remove(resume.cause());
			contend(ElectionState.PAUSED, TransitionCause.RESUMED);
		}
		else if (request instanceof Input.Stop) {
			leave(TransitionCause.SHUTDOWN, ElectionState.STOPPED, 0);
		}
		else if (request instanceof Input.Pause pause) {
			this.withholding.add(pause.cause());
			leave(pause.cause(), ElectionState.PAUSED, 0);
		}
	}

	private void contend(ElectionState from, TransitionCause cause) {
		ElectionState to = this.withholding.isNone() ? ElectionState.FOLLOWER : ElectionState.PAUSED;
		Handover handover = this.incumbency.handover();
		if (handover != null && handover.exit() == from) {
			handover.exitTo(to);
		}
		else if (this.position.state == from && to == ElectionState.FOLLOWER) {
			this.position.transit(to, cause);
			this.contention.begin(this.step.at());
		}
		else if (this.position.state == from && to != from) {
			this.contention.abandon(this.step.at());
			this.position.transit(to, this.withholding.cause());
		}
	}

	private void leave(TransitionCause cause, ElectionState exit, long coolDown) {
		Handover handover = this.incumbency.handover();
		OwnTerm term = this.incumbency.term();
		if (handover != null) {
			handover.requestAgain(exit, coolDown);
		}
		else if (term != null) {
			this.incumbency.drain(term, cause, exit, coolDown);
		}
		else if (this.position.state != ElectionState.STOPPED && exit != ElectionState.FOLLOWER
				&& LegalTransitions.isLegal(this.position.state, exit)) {
			this.contention.abandon(this.step.at());
			this.position.transit(exit, cause);
			if (exit == ElectionState.STOPPED) {
				this.record.nobodyLeads();
			}
		}
	}

}
