/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Instant;
import java.util.List;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.Revocation;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a step of the protocol comes to on this side: for work and tasks, listeners and
 * the log. Used by the loop alone.
 */
final class Consequences {

	private static final Logger logger = LoggerFactory.getLogger(Participant.class);

	private final Participant participant;

	private final CandidateView view;

	private final TermTasks tasks;

	private final Audience audience;

	private final TenureWatch tenure;

	private final VacancyWatch vacancy;

	Consequences(Participant participant, CandidateView view, TermTasks tasks, Audience audience, TenureWatch tenure,
			VacancyWatch vacancy) {
		this.participant = participant;
		this.view = view;
		this.tasks = tasks;
		this.audience = audience;
		this.tenure = tenure;
		this.vacancy = vacancy;
	}

	/** Of all effects but what is sent to the store. */
	void of(Effect effect) {
		TermWork term = this.view.term();
		if (effect instanceof Effect.Transit transit) {
			transited(transit.transition());
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			leaderChanged(change.change());
		}
		else if (effect instanceof Effect.Grant && term != null) {
			granted(term);
		}
		else if (effect instanceof Effect.Revoke revoke && term != null) {
			revoked(term, new Revocation(this.participant.name(), revoke.token(), revoke.cause()));
		}
		else if (effect instanceof Effect.Interrupt && term != null) {
			term.interrupt();
		}
	}

	private void granted(TermWork term) {
		this.tenure.granted(this.participant.now());
		this.tasks.granted(term);
		this.audience.tell((listener) -> listener.granted(term));
	}

	private void revoked(TermWork term, Revocation revocation) {
		this.tenure.revoked();
		List<Runnable> actions = term.close();
		if (this.view.standing().state() == ElectionState.DRAINING) {
			// On a loss they are interrupted with all other work
			term.interruptTasks();
		}
		this.tasks.ended();
		actions.forEach(this.participant::deliver);
		this.audience.tell((listener) -> listener.revoked(revocation));
		this.participant.deliver(term::told);
	}

	private void transited(Transition transition) {
		String election = this.participant.name();
		this.view.transited(transition);
		if (transition.fencingToken() != null) {
			logger.info("Election '{}': {} -> {} ({}), fencing token {}", election, transition.from(), transition.to(),
					transition.cause(), transition.fencingToken());
		}
		else {
			logger.info("Election '{}': {} -> {} ({})", election, transition.from(), transition.to(),
					transition.cause());
		}
		this.audience.tell((listener) -> listener.transitioned(election, transition));
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			// Now: the loop may end with the hand-over
			this.tasks.reportStuck();
		}
	}

	private void leaderChanged(LeaderChange change) {
		this.view.leader().set(change.current());
		this.audience.tell((listener) -> listener.leaderChanged(change));
	}

	/** At the end of each step. */
	void noteVacancy(Moment now) {
		this.view.leader().note(this.view.standing().state() != ElectionState.STOPPED, now.wall());
		Instant since = this.view.leader().vacantSince();
		if (this.vacancy.note(since != null, now) && since != null) {
			String election = this.participant.name();
			LeaderAbsence absence = new LeaderAbsence(election, since, this.vacancy.length(now));
			logger.warn("Election '{}': nobody is known to lead since {}", election, since);
			this.audience.tell((listener) -> listener.leaderAbsent(absence));
		}
	}

}
