/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import java.util.List;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElection;
import io.leaderelection.Revocation;
import io.leaderelection.Partition;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Effect;
import io.leaderelection.time.Moment;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.SafeLogger;
import io.leaderelection.work.TermOwner;
import io.leaderelection.work.TermTasks;
import io.leaderelection.work.TermWork;
import org.jspecify.annotations.Nullable;

/**
 * Applies the effects of a protocol step locally: to running work, tasks, listeners and
 * the log. Used only by the loop. An effect that throws is applied again. Everything that
 * can fail, such as a delivery to listeners, therefore comes last, and the rest has no
 * effect the second time.
 */
final class Consequences {

	private static final SafeLogger logger = new SafeLogger(LeaderElection.class);

	private final TermOwner owner;

	private final TimeSystem time;

	private final EventDispatcher.Line line;

	private final CandidateView view;

	private final TermTasks tasks;

	private final Audience audience;

	private final TenureWatch tenure;

	private final VacancyWatch vacancy;

	Consequences(TermOwner owner, TimeSystem time, EventDispatcher.Line line, CandidateView view, TermTasks tasks,
			Audience audience, TenureWatch tenure, VacancyWatch vacancy) {
		this.owner = owner;
		this.time = time;
		this.line = line;
		this.view = view;
		this.tasks = tasks;
		this.audience = audience;
		this.tenure = tenure;
		this.vacancy = vacancy;
	}

	/** Begins the term of a grant, before this candidate is published as leader. */
	void begin(List<Effect> effects) {
		for (int i = 0; i < effects.size(); i++) {
			Effect effect = effects.get(i);
			if (effect instanceof Effect.Grant grant) {
				begin(grant);
			}
			if (effect instanceof Effect.Grant || effect instanceof Effect.Revoke) {
				// Later effects wait until it has been performed
				return;
			}
		}
	}

	private TermWork begin(Effect.Grant grant) {
		TermWork term = this.view.term();
		if (term == null || term.fencingToken() != grant.token()) {
			if (term != null) {
				term.endNotes();
			}
			term = new TermWork(this.owner, grant.term(), grant.checkpoints());
			this.view.begin(term);
		}
		return term;
	}

	/**
	 * Performs the interrupts among the effects, and removes them. They come before
	 * anything that may log, and nothing enters the term after them. Never throws: an
	 * interrupt that fails stays among the effects.
	 */
	void interrupt(List<Effect> effects) {
		for (int i = effects.size() - 1; i >= 0; i--) {
			if (effects.get(i) instanceof Effect.Interrupt interrupt) {
				try {
					if (interrupt(interrupt)) {
						effects.remove(i);
					}
				}
				catch (Throwable ex) {
					// Performed again with the other effects
				}
			}
		}
	}

	/** Returns whether the term of the interrupt has begun. */
	private boolean interrupt(Effect.Interrupt interrupt) {
		TermWork term = this.view.term();
		if (term == null || interrupt.token() != term.fencingToken()) {
			return false;
		}
		term.close();
		term.interrupt();
		return true;
	}

	/** Applies an effect, other than a command to the store. */
	void of(Effect effect) {
		TermWork term = this.view.term();
		if (effect instanceof Effect.Transit transit) {
			transited(transit.transition(), term);
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			leaderChanged(change.change());
		}
		else if (effect instanceof Effect.Noted noted && term != null && noted.token() == term.fencingToken()) {
			term.noted(noted.request(), noted.values());
		}
		else if (effect instanceof Effect.Grant grant) {
			granted(begin(grant));
		}
		else if (effect instanceof Effect.Revoke revoke && term != null) {
			revoked(term, new Revocation(this.owner.name(), revoke.token(), revoke.cause()));
		}
		else if (effect instanceof Effect.Interrupt interrupt) {
			interrupt(interrupt);
		}
	}

	private void granted(TermWork term) {
		this.tenure.granted(this.time.now());
		this.tasks.granted(term);
		this.audience.granted(term);
	}

	private void revoked(TermWork term, Revocation revocation) {
		this.tenure.revoked();
		term.close();
		if (this.view.standing().state() == ElectionState.DRAINING) {
			// On a loss, tasks are interrupted together with all other work
			term.interruptTasks();
		}
		this.tasks.ended();
		Runnable notification = this.audience.revocation(revocation);
		this.owner.deliver(() -> {
			try {
				term.runOnLost();
			}
			finally {
				notification.run();
				term.notified();
			}
		});
	}

	private void transited(Transition transition, @Nullable TermWork term) {
		String election = this.owner.name();
		boolean over = transition.to() != ElectionState.LEADER && transition.to() != ElectionState.DRAINING;
		Long token = transition.fencingToken();
		if (over && term != null && token != null && token == term.fencingToken()) {
			term.endNotes();
		}
		this.view.transited(transition);
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			// Report now, because the loop may end with the handover
			this.tasks.reportStuck();
		}
		this.audience.report((listener) -> listener.transitioned(election, transition));
	}

	private void leaderChanged(LeaderChange change) {
		this.view.leaderIs(change.current());
		this.audience.leaderChanged(change);
	}

	/** Logs an effect, after all effects of the step: a write to a disk may block. */
	void log(Effect effect) {
		String election = this.owner.name();
		if (effect instanceof Effect.Transit transit) {
			Transition transition = transit.transition();
			Long token = transition.fencingToken();
			logger.info("Election '{}': {} -> {} ({}){}{}", election, transition.from(), transition.to(),
					transition.cause(), (token != null) ? ", fencing token " + token : "",
					(transition.to() == ElectionState.PENDING)
							? ". This instance waits until no former leader can believe that it leads" : "");
			if (transition.cause() == TransitionCause.EXPIRED && transition.from() != ElectionState.DRAINING) {
				logger.warn("Election '{}': the term ended because the store confirmed no renewal in time. See the "
						+ "warnings about the store before, and whether this process was paused or had no processor "
						+ "time", election);
			}
			if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
				logger.warn(
						"Election '{}': {} has not ended within the drain timeout, so the lease is not released and "
								+ "runs out. This instance contends again when that has ended",
						election, (this.line.thread() != null) ? "a listener" : "work of the last term");
			}
		}
		else if (effect instanceof Effect.CheckpointsDiffer differ) {
			logger.warn("Election '{}': the record has version {} of its checkpoints, but {} was written: {}", election,
					differ.found(), differ.expected(),
					(differ.found() < differ.expected())
							? "the store lost a write, as in a failover. They are written again"
							: "another process wrote with the token of this term");
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			Leader leader = change.change().current();
			TermWork own = this.view.term();
			if (leader != null && (own == null || own.fencingToken() != leader.fencingToken())) {
				String text = "Election '{}' is led by {} (token {})";
				// Of partitions, each instance would log those of all others
				if (Partition.parse(election) != null) {
					logger.debug(text, election, leader.id(), leader.fencingToken());
				}
				else {
					logger.info(text, election, leader.id(), leader.fencingToken());
				}
			}
		}
	}

	/** Updates and reports a vacancy, at the end of each step. */
	void noteVacancy(Moment now) {
		this.view.leader().note(this.view.standing().state() != ElectionState.STOPPED, now.wall());
		Instant since = this.view.leader().vacantSince();
		if (this.vacancy.note(since != null, now) && since != null) {
			String election = this.owner.name();
			LeaderAbsence absence = new LeaderAbsence(election, since, this.vacancy.length(now));
			this.audience.report((listener) -> listener.leaderAbsent(absence));
			this.vacancy.reported();
			logger.warn("Election '{}': nobody is known to lead since {}", election, since);
		}
	}

}
