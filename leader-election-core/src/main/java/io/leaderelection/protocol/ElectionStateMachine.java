/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.List;
import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Free;
import io.leaderelection.store.Outcome.Granted;
import io.leaderelection.store.Outcome.Leased;
import io.leaderelection.store.Outcome.Unknown;
import io.leaderelection.store.Release;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;

/**
 * The protocol of a candidate.
 * <ol>
 * <li>A follower requests a term with a new nonce and the token it last saw: at once on a
 * notification, otherwise when the lease ends by the last answer. It repeats the request
 * with the same nonce until the nonce is granted or used up, so that a lost answer is not
 * a lost term.</li>
 * <li>When it is granted the term, it counts the term from before it sent the request, on
 * two clocks. If a former leader may still believe that it leads, the candidate renews as
 * PENDING until that is over; then it leads.</li>
 * <li>A leader renews. A missing answer changes nothing: the deadline ends the term. The
 * answer <em>lost</em> ends it at once. When a clock jumps the term is unconfirmed: the
 * leader renews at once, and ends the term if the store does not confirm it in time.</li>
 * <li>To hand over, a leader accepts no new work, renews until running work has ended,
 * and only then releases. If that takes too long, it neither renews nor releases.</li>
 * <li>A candidate contends again when the work of its last term has ended and the lease
 * of that term is over.</li>
 * </ol>
 */
public final class ElectionStateMachine implements ElectionProtocol {

	private final CandidateProfile profile;

	private final RecordView record;

	private final Pace pace;

	private final Contention contention;

	private final Undo undo;

	private final OpenStep step;

	private final long operationTimeout;

	private final Position position;

	private final Incumbency incumbency;

	private final LeaderChanges leaderChanges;

	private final Requests requests;

	/**
	 * Creates a machine in state STOPPED.
	 * @param profile the settings
	 */
	public ElectionStateMachine(CandidateProfile profile) {
		this(profile, new OpenStep());
	}

	/**
	 * Returns a machine in state STOPPED in place of this one, which threw in a step. It
	 * knows only the terms that this one saw on record, and the nonces that may still be
	 * on record, whose terms it releases when it finds them. Call this only when the work
	 * of the last term has ended.
	 * @param now both clocks
	 * @param away how long not to contend, in nanoseconds: at least a lease, because a
	 * former leader of a vanished record may believe in its term for that long
	 * @return the new machine
	 */
	public ElectionStateMachine startAnew(Moment now, long away) {
		ElectionStateMachine anew = new ElectionStateMachine(this.profile, this.step.anew(now));
		anew.record.takeOver(this.record);
		OwnTerm pending = this.incumbency.term();
		if (pending != null && pending.notBefore() > anew.step.at()) {
			anew.record.lostPending(pending.token(), pending.notBefore());
		}
		anew.undo.takeOver(this.undo, anew.step.at());
		anew.contention.stayAway(anew.step.at(), away);
		return anew;
	}

	ElectionStateMachine(CandidateProfile profile, OpenStep step) {
		this.profile = profile;
		this.step = step;
		this.record = new RecordView(profile.candidate(), profile.timing().lease().toNanos());
		this.pace = new Pace(profile);
		this.undo = new Undo(profile, this.pace);
		this.contention = new Contention(profile, this.record, this.pace, this.undo);
		this.position = new Position(profile.key().election(), step);
		this.incumbency = new Incumbency(profile, step, this.position, this.record, this.pace, this.contention,
				this.undo);
		this.requests = new Requests(step, this.position, this.record, this.contention, this.incumbency);
		this.leaderChanges = new LeaderChanges(profile.key().election());
		this.operationTimeout = profile.timing().operationTimeout().toNanos();
	}

	@Override
	public List<Effect> on(Input input, Moment now) {
		return step(input, now).effects();
	}

	/**
	 * Takes a step.
	 * @param input what happened
	 * @param now both clocks, read before this call
	 * @return what to do
	 */
	public Step step(Input input, Moment now) {
		this.step.begin(now);
		this.incumbency.watch();
		handle(input);
		act();
		this.leaderChanges.report(this.step, this.record.leader());
		return this.step.close(standing());
	}

	@Override
	public Standing standing() {
		OwnTerm term = this.incumbency.term();
		Set<TransitionCause> withheldBy = this.requests.withheldBy();
		return (term != null)
				? new Standing(this.position.state, term.isUnconfirmed(), term.token(),
						this.incumbency.isReleasing() ? null : term.bounds(), withheldBy, null)
				: new Standing(this.position.state, false, 0, null, withheldBy, this.record.suspended());
	}

	@Override
	public boolean quiet() {
		boolean unwanted = this.position.flight != null && this.position.flight.command() instanceof Acquire
				&& this.position.state != ElectionState.FOLLOWER;
		return this.position.state != ElectionState.DRAINING && !this.incumbency.isResuming() && !unwanted
				&& this.undo.isQuiet(this.step.at());
	}

	@Override
	public boolean settled() {
		return this.position.state == ElectionState.STOPPED && this.position.flight == null && this.undo.isDone()
				&& this.contention.isSettled();
	}

	private void handle(Input input) {
		if (input instanceof Input.Answer answer) {
			answered(answer.send(), answer.outcome());
		}
		else if (input instanceof Input.WorkEnded ended) {
			workEnded(ended.token());
		}
		else if (input instanceof Input.Notified) {
			this.contention.notices().notified();
		}
		else if (input instanceof Input.WatchLive live) {
			this.contention.notices().live(live.live());
		}
		else if (input instanceof Input.OthersFirst others) {
			this.contention.courtesy().othersFirst(others.first());
		}
		else if (input instanceof Input.Disconnected) {
			this.incumbency.disconnected();
		}
		else if (input instanceof Input.Note note) {
			this.incumbency.note(note);
		}
		else if (input instanceof Input.Request request) {
			this.requests.process(request);
		}
	}

	private void workEnded(long token) {
		if (!this.contention.lingered(token)) {
			this.incumbency.workEnded(token);
		}
	}

	private void answered(Effect.Send<?> send, Outcome outcome) {
		if (this.undo.answered(this.step, send, outcome)) {
			return;
		}
		boolean awaited = this.position.flight != null && this.position.flight.id() == send.id();
		if (awaited) {
			this.position.flight = null;
		}
		noteAnswer(send, outcome, awaited);
		OwnTerm term = this.incumbency.term();
		if (send.command() instanceof Acquire acquire) {
			acquireAnswered(acquire, send.sent(), outcome, awaited);
		}
		else if (awaited && send.command() instanceof Observe) {
			observed(outcome);
		}
		else if (awaited && term != null) {
			this.incumbency.answered(term, send, outcome);
		}
	}

	/** Notes what an answer shows, whatever its command was for. */
	private void noteAnswer(Effect.Send<?> send, Outcome outcome, boolean awaited) {
		boolean unknown = outcome instanceof Unknown;
		if (awaited && !unknown) {
			this.pace.answered();
		}
		if (unknown && send.command() instanceof Acquire) {
			this.contention.unanswered(this.step.at(send.sent()));
		}
		if (this.incumbency.term() == null && (outcome instanceof Leased || outcome instanceof Free)) {
			this.contention.received(this.step, this.step.at(send.sent()), outcome);
		}
	}

	private void acquireAnswered(Acquire acquire, Moment sent, Outcome outcome, boolean awaited) {
		boolean wanted = awaited && this.position.state == ElectionState.FOLLOWER;
		if (wanted && outcome instanceof Granted granted) {
			granted(acquire, sent, granted);
		}
		else if (wanted) {
			this.contention.refused(this.step, outcome);
		}
		else if (outcome instanceof Granted granted) {
			strayGrant(acquire.nonce(), granted.token());
		}
		else if (awaited) {
			// The term is not wanted any more, but the answer shows the record
			observed(outcome);
		}
	}

	private void observed(Outcome outcome) {
		this.contention.observed(this.step, outcome);
		if (this.position.state == ElectionState.STOPPED) {
			this.record.nobodyLeads();
		}
	}

	/**
	 * Undoes a grant that comes too late or is not wanted any more, unless it has the
	 * nonce of the current or last term: an undo would end that term, or release it while
	 * its work still runs. A term of the current attempt is undone together with the
	 * attempt, if no repeat is granted in time.
	 */
	private void strayGrant(Nonce nonce, long token) {
		Release term = new Release(this.profile.key(), nonce, token);
		if (this.contention.isAttempt(nonce)) {
			this.contention.lateTerm(term);
		}
		else if (!this.incumbency.isOwn(nonce)) {
			this.undo.request(term, this.step.at());
		}
	}

	private void granted(Acquire command, Moment sent, Granted granted) {
		this.record.granted(granted.token());
		TermBounds bounds = OwnTerm.validity(this.profile, sent, granted);
		if (!bounds.hold(this.step.now().ticker(), this.step.now().wall())) {
			this.contention.grantedTooLate(this.step.at());
			strayGrant(command.nonce(), granted.token());
			return;
		}
		this.contention.granted();
		// Counted from the answer: the store's clock was read before it
		long notBefore = Durations.add(this.step.at(), Durations.nanos(granted.notBefore()));
		OwnTerm term = new OwnTerm(this.profile, command, granted, notBefore, bounds);
		term.confirm(this.step, this.pace, sent, granted, bounds);
		this.undo.granted(term.nonce(), term.token());
		this.record.nobodyLeads();
		this.incumbency.begin(term);
	}

	// Effects that are due

	private void act() {
		this.undo.act(this.step, this.operationTimeout, this.position.flight);
		OwnTerm term = this.incumbency.term();
		if (term != null) {
			this.contention.notices().forget();
			this.incumbency.act(term);
		}
		else if (this.position.state == ElectionState.STOPPED) {
			this.contention.notices().forget();
			if (this.position.flight == null) {
				this.position.flight = this.contention.lookBack(this.step);
			}
		}
		else {
			this.record.forgetStaleLeader(this.step.at());
			if (this.position.flight == null) {
				this.position.flight = this.contention.sendNext(this.step, this.position.state);
			}
		}
	}

	@Override
	public long wakeIn(Moment now) {
		long due = this.undo.due(this.position.flight);
		OwnTerm term = this.incumbency.term();
		if (term != null) {
			due = Math.min(due, this.incumbency.due(term));
		}
		else if (this.position.state != ElectionState.STOPPED) {
			due = Math.min(due, this.record.leaderStaleAt());
			if (this.position.flight == null) {
				due = Math.min(due, this.contention.due(this.step, this.position.state));
			}
		}
		else if (this.position.flight == null) {
			due = Math.min(due, this.contention.lookBackDue());
		}
		return (due == NEVER) ? NEVER : Math.max(0, due - this.step.at(now));
	}

}
