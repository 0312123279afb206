/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.SafeLogger;
import io.leaderelection.work.TermTasks;
import io.leaderelection.work.TermWork;

/**
 * Runs the protocol of one election on the loop: passes it inputs, and performs its
 * effects. Used only by the loop, unless stated otherwise.
 */
final class ProtocolSteps implements Contender {

	private static final SafeLogger logger = new SafeLogger(ProtocolSteps.class);

	private final String name;

	private final ElectionLoop loop;

	private final ElectionProtocol protocol;

	private final ElectionTiming timing;

	private final TenureWatch tenure;

	private final VacancyWatch vacancy;

	private final CandidateView view;

	private final Requests requests;

	private final TermTasks tasks;

	private final Consequences consequences;

	/** Lines whose waiting tasks are run with each heartbeat, if not before. */
	private final List<BoundedLine> lines;

	private final TimeSystem time;

	private final Queue<Runnable> whenOver = new ConcurrentLinkedQueue<>();

	private final Unanswered unanswered = new Unanswered();

	private final PendingEffects effects;

	/** Created once, so that processing requests allocates less. */
	private final Predicate<Input> step = this::step;

	/** The last term whose end of work was passed to the protocol. */
	private long workEnded;

	private long wakeAt;

	ProtocolSteps(String name, ElectionLoop loop, ElectionProtocol protocol, ElectionTiming timing, TenureWatch tenure,
			VacancyWatch vacancy, CandidateView view, Requests requests, TermTasks tasks, Consequences consequences,
			List<BoundedLine> lines) {
		this.name = name;
		this.loop = loop;
		this.protocol = protocol;
		this.timing = timing;
		this.tenure = tenure;
		this.vacancy = vacancy;
		this.view = view;
		this.requests = requests;
		this.tasks = tasks;
		this.consequences = consequences;
		this.lines = lines;
		this.time = loop.time();
		this.effects = new PendingEffects(name, consequences, this::send, this::publishStanding);
		this.wakeAt = this.time.ticker().nanos() + ElectionLoop.FAR;
	}

	@Override
	public String name() {
		return this.name;
	}

	/**
	 * Runs an action on the loop once the candidate has stopped and is settled. On any
	 * thread.
	 */
	void whenOver(Runnable action) {
		this.whenOver.add(action);
	}

	/** Passes pending requests, and the end of work, to the protocol. */
	void processRequests() {
		boolean all = this.requests.process(this.step);
		completeHandovers();
		if (all) {
			noteWorkOver();
		}
	}

	@Override
	public void tryAgain() {
		if (!this.effects.isEmpty()) {
			this.effects.perform(List.of());
		}
		processRequests();
		this.tasks.tryAgain();
		for (int i = 0; i < this.lines.size(); i++) {
			this.lines.get(i).runNext();
		}
	}

	private void noteWorkOver() {
		TermWork term = this.view.term();
		if (term != null && term.isOver() && term.fencingToken() != this.workEnded
				&& step(new Input.WorkEnded(term.fencingToken()))) {
			this.workEnded = term.fencingToken();
		}
		noteOver();
	}

	private void noteOver() {
		if (this.whenOver.isEmpty() || !this.protocol.settled()) {
			return;
		}
		TermWork term = this.view.term();
		if (term == null || term.isOver()) {
			for (Runnable action = this.whenOver.peek(); action != null; action = this.whenOver.peek()) {
				action.run();
				this.whenOver.remove();
			}
		}
	}

	@Override
	public boolean isElection() {
		return true;
	}

	@Override
	public long wakeAt() {
		return this.wakeAt;
	}

	@Override
	public boolean hasTerm() {
		return this.view.standing().bounds() != null;
	}

	@Override
	public void wake(Moment now) {
		for (Effect.Send<?> send = this.unanswered.overdue(now); send != null; send = this.unanswered.overdue(now)) {
			TimeoutException cause = new TimeoutException(
					"No answer within " + TimeUnit.NANOSECONDS.toMillis(send.timeout()) + " ms");
			if (!answered(send, new Outcome.Unknown(cause), this.loop.store().timedOut(send, cause, now))) {
				return;
			}
		}
		step((this.tenure.isOver(now)) ? new Input.StepDown(this.timing.coolDown(), TransitionCause.TENURE)
				: new Input.Tick());
	}

	@Override
	public boolean answered(Effect.Send<?> send, Outcome outcome, boolean ofStore) {
		this.view.answered(send.command(), outcome, ofStore);
		this.unanswered.remove(send);
		boolean processed = step(new Input.Answer(send, outcome));
		if (!processed) {
			this.unanswered.add(send);
		}
		return processed;
	}

	/** Passes an input that may be lost to the protocol. */
	void feed(Input input) {
		step(input);
	}

	/**
	 * Runs one step of the protocol and performs its effects. Never throws.
	 * @return whether the protocol has processed the input; if not, the next step returns
	 * the effects of what it did
	 */
	private boolean step(Input input) {
		boolean taken = false;
		try {
			Moment now = this.time.now();
			List<Effect> effects = this.protocol.on(input, now);
			taken = true;
			boolean led = this.view.standing().leads(now.ticker(), now.wall());
			this.effects.perform(effects);
			if (!led && this.view.standing().leads(now.ticker(), now.wall())) {
				// The same leader as before may lead again because its term was confirmed
				this.view.leader().lookAgain();
			}
			this.consequences.noteVacancy(now);
			completeHandovers();
			noteOver();
			this.wakeAt = nextWake();
		}
		catch (Throwable ex) {
			// The term ends by its deadline whatever happens here
			this.wakeAt = wakeSoon();
			publishWhatIsLeft();
			logger.error("Election '{}': a step of the protocol failed", this.name, ex);
		}
		this.loop.wakeAt(this.wakeAt);
		return taken;
	}

	private void publishStanding() {
		boolean published = false;
		try {
			this.view.publish(this.protocol.standing());
			published = true;
		}
		finally {
			if (!published) {
				// The former standing may be out of date; the next step publishes the
				// current one
				this.view.publish(Standing.NONE);
			}
		}
	}

	/** Publishes the standing after a failed step, which may have ended the term. */
	private void publishWhatIsLeft() {
		try {
			publishStanding();
		}
		catch (Throwable ex) {
			// Then the candidate has no term until the next step
		}
	}

	private void completeHandovers() {
		if (this.requests.isOpen() && this.protocol.quiet()) {
			this.requests.complete();
		}
	}

	private long nextWake() {
		if (!this.effects.isEmpty()) {
			return wakeSoon();
		}
		Moment now = this.time.now();
		long in = Math.min(this.protocol.wakeIn(now), Math.min(this.tenure.wakeIn(now), this.vacancy.wakeIn(now)));
		return now.ticker() + Math.min(Math.min(in, this.unanswered.wakeIn(now)), ElectionLoop.FAR);
	}

	/** Returns the time of the next wake-up after a failure. */
	private long wakeSoon() {
		return this.time.ticker().nanos() + ElectionLoop.HEARTBEAT.toNanos();
	}

	/**
	 * Sends a command. If that fails, its outcome is unknown and it is not sent again.
	 */
	private void send(Effect.Send<?> send) {
		this.unanswered.add(send);
		try {
			this.loop.store().send(this, send);
		}
		catch (Throwable ex) {
			this.unanswered.unsent(send);
			logger.error("Election '{}': a command could not be sent", this.name, ex);
		}
	}

}
