/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.Leadership;
import io.leaderelection.Partition;
import io.leaderelection.Revocation;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.delivery.Audience;
import io.leaderelection.delivery.Deliveries;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.time.Moment;
import io.leaderelection.work.Tasks;
import io.leaderelection.work.Term;
import io.leaderelection.work.TermHome;
import io.leaderelection.work.TermOwner;

/**
 * Applies the decisions of a protocol in this process: begins and ends terms, interrupts
 * their work, notifies listeners and writes the log. Code of the application runs in the
 * lines of the election, never on the loop.
 */
final class LocalEffects implements TermOwner {

	/** The states in which checkpoints of the own term can be written. */
	private static final Set<ElectionState> OWN_TERM = EnumSet.of(ElectionState.LEADER, ElectionState.SUSPENDED,
			ElectionState.DRAINING);

	private final String name;

	private final ElectionLoop loop;

	private final ElectionLog messages;

	private final ElectionView view;

	/** Passes an input to the protocol, soon. */
	private final Consumer<Input> requests;

	/** Called when the work of a term has ended. */
	private final Runnable workEnded;

	private final Deliveries.Lines lines;

	private final Audience audience;

	private final TermHome home;

	private final Tasks tasks;

	private final TimeLimits limits;

	/** The token of the last term whose begin listeners are notified of. */
	private long granted;

	/** The token of the last term whose end listeners are notified of. */
	private long revoked;

	LocalEffects(CandidateProfile profile, ElectionLoop loop, ElectionLog messages, ElectionView view,
			Consumer<Input> requests, Runnable workEnded, Tenure tenure, Duration vacancyThreshold,
			Audience.Listeners engineListeners) {
		String name = profile.key().election();
		this.name = name;
		this.loop = loop;
		this.messages = messages;
		this.view = view;
		this.requests = requests;
		this.workEnded = workEnded;
		this.lines = loop.deliveries().lines(name);
		this.audience = new Audience(name, this.lines.events(), engineListeners, loop.log());
		this.home = new TermHome(name, profile.timing().coolDown(), profile.timing().operationTimeout().multipliedBy(2),
				profile.traits().checkpoints(), loop.log(), loop.time().ticker(),
				new TermHome.Lines(this.lines.events(), this.lines.cancellations(), this.lines.callbacks()),
				loop::later, (stuck) -> this.audience.report((listener) -> listener.taskStuck(stuck)));
		this.tasks = new Tasks(this, this.loop, profile.timing().drainTimeout(), profile.timing().coolDown());
		this.limits = new TimeLimits(name, tenure, vacancyThreshold, loop.log());
	}

	Tasks tasks() {
		return this.tasks;
	}

	Audience audience() {
		return this.audience;
	}

	/**
	 * Stops waiting for calls that cannot end before the handover.
	 * @param unending tests the thread that runs a call
	 */
	void dropUnending(Predicate<Thread> unending) {
		Term term = this.view.term();
		if (term != null) {
			Thread delivering = this.lines.events().thread();
			if (delivering != null && unending.test(delivering)) {
				term.notified();
			}
			term.dropUnending(unending);
		}
	}

	// For the work of a term, on any thread

	@Override
	public TermHome home() {
		return this.home;
	}

	@Override
	public boolean isValid(long token) {
		return this.view.isValid(token);
	}

	@Override
	public Duration remaining(long token) {
		return this.view.remaining(token);
	}

	@Override
	@SuppressWarnings("ReferenceEquality") // a term is an object
	public boolean leads(Leadership term) {
		return this.view.currentTerm() == term;
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause) {
		return this.view.stepDown(coolDown, cause);
	}

	@Override
	public void note(long token, long request, Map<String, String> values) {
		this.requests.accept(new Input.Note(token, request, values));
	}

	/** The loop reads the term itself, now or with its next look. */
	@Override
	public void workEnded(long token) {
		this.loop.soon(this.workEnded);
	}

	// On the loop from here

	void look() {
		this.tasks.look();
		this.lines.look();
	}

	/** Begins a granted term, before others can see that this candidate leads. */
	void begin(Effect.Grant grant) {
		this.view.begin(new Term(this, grant.term(), grant.checkpoints()));
	}

	/** Begins a term for its notes alone: no work enters, and no listener is notified. */
	private void begin(Effect.Suspend suspend) {
		Term term = new Term(this, suspend.term(), suspend.checkpoints());
		term.close();
		term.notified();
		this.view.begin(term);
	}

	/** Ends all work of a lost term, before anything that takes time. */
	void interrupt(Effect.Interrupt interrupt) {
		Term term = this.view.term();
		if (term != null && interrupt.token() == term.fencingToken()) {
			term.close();
			term.interrupt();
		}
	}

	/** Applies an effect other than a command to the store. */
	void apply(Effect effect) {
		if (effect instanceof Effect.Transit transit) {
			transited(transit.transition());
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			leaderChanged(change.change());
		}
		else if (effect instanceof Effect.Suspend suspend) {
			begin(suspend);
		}
		else if (effect instanceof Effect.CheckpointsDiffer differ) {
			this.messages.checkpointsDiffer(differ.found(), differ.expected());
		}
		else if (this.view.term() != null) {
			apply(effect, this.view.term());
		}
	}

	private void apply(Effect effect, Term term) {
		if (effect instanceof Effect.Noted noted && noted.token() == term.fencingToken()) {
			term.noted(noted.request(), noted.values());
		}
		else if (effect instanceof Effect.Grant) {
			granted(term);
		}
		else if (effect instanceof Effect.Revoke revoke) {
			revoked(term, revoke.cause());
		}
	}

	private void granted(Term term) {
		this.limits.granted(this.loop.time().now());
		this.tasks.granted(term);
		this.audience.granted(term);
		this.granted = term.fencingToken();
	}

	private void revoked(Term term, TransitionCause cause) {
		this.limits.revoked();
		term.close();
		if (this.view.standing().state() == ElectionState.DRAINING) {
			// On a loss, tasks are interrupted together with all other work
			term.interruptTasks();
		}
		this.tasks.ended();
		// The work of the term is over only after listeners
		this.audience.revoked(new Revocation(this.name, term.fencingToken(), cause), term::runOnLost, term::notified);
		this.revoked = term.fencingToken();
	}

	private void transited(Transition transition) {
		Term term = this.view.term();
		// First, because what is reported below may be under way at once
		boolean listening = this.lines.events().thread() != null;
		boolean over = !OWN_TERM.contains(transition.to());
		Long token = transition.fencingToken();
		if (over && term != null && token != null && token == term.fencingToken()) {
			term.endNotes();
		}
		this.view.transited(transition);
		if (transition.to() == ElectionState.SUSPENDED) {
			this.view.signalWaiters();
		}
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			// Report now, because the loop may end with the handover
			this.tasks.reportStuck();
		}
		this.audience.report((listener) -> listener.transitioned(this.name, transition));
		this.messages.transited(transition, listening, this.view.suspending.find());
	}

	private void leaderChanged(LeaderChange change) {
		this.view.leaderIs(change.current());
		this.audience.leaderChanged(change);
		Term own = this.view.term();
		Leader leader = change.current();
		if (leader != null && (own == null || own.fencingToken() != leader.fencingToken())) {
			this.messages.leaderChanged(leader, Partition.parse(this.name) != null);
		}
	}

	/** Reports what is known of other candidates, at the end of each step. */
	void noteOthers(Moment now) {
		if (this.messages.suspended(this.view.suspending.find(), this.view.leader().orElse(null))) {
			this.view.recordLeader();
		}
		noteVacancy(now);
	}

	private void noteVacancy(Moment now) {
		Instant since = this.view.vacantSince(now.wall());
		if (this.limits.isVacantTooLong(since != null, now) && since != null) {
			LeaderAbsence absence = new LeaderAbsence(this.name, since, this.limits.vacantFor(now));
			this.audience.report((listener) -> listener.leaderAbsent(absence));
			this.limits.reported();
			this.loop.log().warn("Election '{}': nobody is known to lead since {}", this.name, since);
		}
	}

	boolean isTenureOver(Moment now) {
		return this.limits.isTenureOver(now);
	}

	/** Returns the nanoseconds until the next look at tenure and vacancy. */
	long wakeIn(Moment now) {
		return this.limits.wakeIn(now);
	}

	/** Ends the term of an election that has crashed, if any. Repeated if it throws. */
	void crashed(Standing standing, Moment now) {
		Term term = this.view.term();
		if (term != null) {
			term.close();
			term.interrupt();
			term.endNotes();
			if (this.granted != term.fencingToken()) {
				this.tasks.ended();
				term.notified();
			}
			else if (this.revoked != term.fencingToken()) {
				revoked(term, TransitionCause.FAILED);
			}
		}
		if (standing.state() != ElectionState.STOPPED) {
			Long token = (standing.fencingToken() != 0) ? standing.fencingToken() : null;
			transited(new Transition(Instant.ofEpochMilli(now.wall()), standing.state(), ElectionState.STOPPED,
					TransitionCause.FAILED, token));
		}
		this.view.leader().ifPresent((leader) -> leaderChanged(new LeaderChange(this.name, leader, null)));
	}

}
