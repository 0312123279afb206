/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.Revocation;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One election of an engine: the state machine, which the loop alone touches, and what
 * other threads see of it.
 */
final class Participant implements LeaderElection {

	private static final Logger logger = LoggerFactory.getLogger(Participant.class);

	private static final long AFTER_FAILURE = Duration.ofSeconds(1).toNanos();

	private final String name;

	private final ElectionLoop loop;

	private final ElectionProtocol machine;

	private final ElectionTiming timing;

	private final EventDispatcher.Line line;

	private final Cancellations cancellations;

	private final Audience audience;

	private final TenureWatch tenure;

	private final VacancyWatch vacancy;

	private final TermTasks tasks;

	private final Ticker ticker;

	private final WallClock wallClock;

	private final FailureLog failures;

	// Seen by all threads

	private volatile Standing standing = Standing.NONE;

	private boolean renounced;

	private volatile @Nullable TermWork term;

	private final KnownLeader leader = new KnownLeader();

	private final History history = new History();

	private volatile @Nullable Instant lastContact;

	// Touched by the loop alone

	private final Unanswered unanswered = new Unanswered();

	private final List<Runnable> handOvers = new ArrayList<>();

	private final List<Runnable> workOvers = new ArrayList<>();

	private long wakeAt;

	private boolean retired;

	Participant(String name, ElectionLoop loop, ElectionProtocol machine, ElectionTiming timing, TenureWatch tenure,
			VacancyWatch vacancy, List<LeadershipListener> engineListeners) {
		this.name = name;
		this.loop = loop;
		this.machine = machine;
		this.timing = timing;
		this.tenure = tenure;
		this.vacancy = vacancy;
		this.line = loop.line(name);
		this.cancellations = loop.cancellations(name);
		this.audience = new Audience(name, this.line, engineListeners);
		this.tasks = new TermTasks(this, loop, timing.drainTimeout(), this.audience);
		this.ticker = loop.time().ticker();
		this.wallClock = loop.time().wallClock();
		this.failures = new FailureLog("Election '" + name + "'");
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public boolean isLeader() {
		return this.standing.leads(this.ticker.nanos(), this.wallClock.millis());
	}

	boolean isValid(long token) {
		return this.standing.valid(token, this.ticker.nanos(), this.wallClock.millis());
	}

	Duration remaining(long token) {
		Standing standing = this.standing;
		TermBounds bounds = standing.bounds();
		long now = this.ticker.nanos();
		if (bounds == null || !standing.valid(token, now, this.wallClock.millis())) {
			return Duration.ZERO;
		}
		return Duration.ofNanos(Math.max(0, bounds.deadline() - now));
	}

	@Override
	public Optional<Leadership> leadership() {
		return Optional.ofNullable(currentTerm());
	}

	private @Nullable TermWork currentTerm() {
		Standing standing = this.standing;
		if (standing.leads(this.ticker.nanos(), this.wallClock.millis())) {
			TermWork term = this.term;
			if (term != null && term.fencingToken() == standing.fencingToken()) {
				return term;
			}
		}
		return null;
	}

	@Override
	public @Nullable GuardedCall tryEnter(OnLoss onLoss) {
		TermWork term = currentTerm();
		return (term != null) ? term.enter(onLoss) : null;
	}

	@Override
	public Optional<Leader> leader() {
		return Optional.ofNullable(this.leader.get());
	}

	@Override
	public boolean isDecided() {
		Leader leader = this.leader.get();
		TermWork term = this.term;
		if (leader == null) {
			return false;
		}
		boolean own = term != null && term.fencingToken() == leader.fencingToken();
		return !own || isLeader();
	}

	@Override
	public boolean awaitLeader(Duration timeout) throws InterruptedException {
		return this.leader.await(this::isDecided, timeout);
	}

	@Override
	public ElectionStatus status() {
		Standing standing = this.standing;
		long now = this.ticker.nanos();
		boolean leading = standing.leads(now, this.wallClock.millis());
		Leader leader = this.leader.get();
		TermBounds bounds = standing.bounds();
		Duration remaining = (bounds != null) ? Duration.ofNanos(Math.max(0, bounds.deadline() - now)) : null;
		Long token = (standing.fencingToken() != 0) ? Long.valueOf(standing.fencingToken())
				: (leader != null) ? Long.valueOf(leader.fencingToken()) : null;
		return new ElectionStatus(this.name, standing.state(), leading, standing.unconfirmed(), leader, token,
				remaining, this.lastContact, this.failures.current(), this.leader.vacantSince(), standing.withheldBy(),
				this.history.list());
	}

	@Override
	public CompletionStage<Void> stepDown() {
		return stepDown(this.timing.coolDown());
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown) {
		return stepDown(coolDown, TransitionCause.STEP_DOWN);
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause) {
		return handOver(new Input.StepDown(coolDown, cause));
	}

	@Override
	public CompletionStage<Void> pause() {
		return withhold(TransitionCause.PAUSED);
	}

	@Override
	public CompletionStage<Void> resume() {
		return restore(TransitionCause.PAUSED);
	}

	@Override
	public CompletionStage<Void> withhold(TransitionCause cause) {
		return handOver(new Input.Pause(cause));
	}

	@Override
	public CompletionStage<Void> restore(TransitionCause cause) {
		Input.Resume resume = new Input.Resume(cause);
		HandOverStage stage = this.loop.stages().open();
		this.loop.execute(() -> handOver(resume, () -> this.loop.stages().complete(stage, this.name)));
		return stage;
	}

	CompletionStage<Void> handOver(Input input) {
		HandOverStage stage = this.loop.stages().open();
		boolean fromListener = this.line.isCurrent();
		this.loop.execute(() -> {
			handOver(input, () -> this.loop.stages().complete(stage, this.name));
			TermWork term = this.term;
			if (fromListener && term != null) {
				// The listener that asked for it is not waited for
				term.told();
			}
		});
		return stage;
	}

	@Override
	public Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options) {
		return this.tasks.add(work, options);
	}

	/** Whether this candidate leads in a term, and not in another one. */
	@SuppressWarnings("ReferenceEquality") // a term is an object
	boolean leads(TermWork term) {
		return currentTerm() == term;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.audience.add(listener);
	}

	/** Whether nothing of the last term still runs. */
	boolean isWorkOver() {
		TermWork term = this.term;
		return term == null || term.isOver();
	}

	void deliver(Runnable delivery) {
		this.line.deliver(delivery);
	}

	/** Behind no listener: work is to be cancelled at once. */
	void cancel(Runnable cancellation) {
		this.cancellations.add(cancellation);
	}

	/**
	 * Does something on the loop once nothing of the last term runs any more. It must
	 * return at once.
	 */
	void whenWorkOver(Runnable action) {
		this.loop.execute(() -> {
			this.workOvers.add(action);
			noteWorkOver();
		});
	}

	void workEnded(long token) {
		this.loop.execute(() -> {
			feed(new Input.WorkEnded(token));
			noteWorkOver();
		});
	}

	/** Believes in no term any more, whatever a last step on the loop comes to. */
	synchronized void renounce() {
		this.renounced = true;
		this.standing = Standing.NONE;
	}

	private synchronized void publish(Standing standing) {
		if (!this.renounced) {
			this.standing = standing;
		}
	}

	// On the loop from here

	/**
	 * Runs what is to be done when it is over on the loop, so that must return at once.
	 */
	void handOver(Input input, Runnable done) {
		this.handOvers.add(done);
		feed(input);
	}

	private void noteWorkOver() {
		if (isWorkOver()) {
			List<Runnable> actions = List.copyOf(this.workOvers);
			this.workOvers.clear();
			actions.forEach(Runnable::run);
		}
	}

	long wakeAt() {
		return this.wakeAt;
	}

	boolean hasTerm() {
		return this.standing.bounds() != null;
	}

	/** Takes this election out of the loop for good. */
	void retire() {
		this.retired = true;
		this.loop.unschedule(this);
	}

	/** Gives up what was not answered in time, and lets time pass. */
	void wake(Moment now) {
		for (Effect.Send send : this.unanswered.overdue(now)) {
			this.loop.timedOut(send, now);
			answered(send, new Outcome.Unknown(
					new TimeoutException("No answer within " + TimeUnit.NANOSECONDS.toMillis(send.timeout()) + " ms")));
		}
		feed((this.tenure.end(now)) ? new Input.StepDown(this.timing.coolDown(), TransitionCause.TENURE)
				: new Input.Tick());
	}

	void answered(Effect.Send send, Outcome outcome) {
		this.unanswered.remove(send);
		if (outcome instanceof Outcome.Unknown unknown) {
			this.failures.failed(unknown.cause());
		}
		else {
			this.lastContact = Instant.ofEpochMilli(this.wallClock.millis());
			this.failures.succeeded();
		}
		feed(new Input.Answer(send, outcome));
	}

	void feed(Input input) {
		this.loop.unschedule(this);
		try {
			step(input);
			this.wakeAt = nextWake();
		}
		catch (RuntimeException | Error ex) {
			// The term ends by its deadline whatever happens here
			logger.error("Election '{}': a step of the protocol failed", this.name, ex);
			this.wakeAt = this.ticker.nanos() + AFTER_FAILURE;
		}
		finally {
			if (!this.retired) {
				this.loop.reschedule(this);
			}
		}
	}

	private void step(Input input) {
		Moment now = Moment.now(this.ticker, this.wallClock);
		List<Effect> effects = this.machine.on(input, now);
		for (Effect effect : effects) {
			if (effect instanceof Effect.Grant grant) {
				// Before anybody can see that this candidate leads
				this.term = new TermWork(this, grant.term());
			}
		}
		boolean led = this.standing.leads(now.ticker(), now.wall());
		publish(this.machine.standing());
		effects.forEach(this::perform);
		if (!led && this.standing.leads(now.ticker(), now.wall())) {
			// Perhaps the same leader as before, whose term is confirmed again
			this.leader.lookAgain();
		}
		noteVacancy(now);
		if (this.machine.quiet()) {
			List<Runnable> done = List.copyOf(this.handOvers);
			this.handOvers.clear();
			done.forEach(Runnable::run);
		}
	}

	private void noteVacancy(Moment now) {
		this.leader.note(this.standing.state() != ElectionState.STOPPED, now.wall());
		Instant since = this.leader.vacantSince();
		if (this.vacancy.note(since != null, now) && since != null) {
			LeaderAbsence absence = new LeaderAbsence(this.name, since, this.vacancy.length(now));
			logger.warn("Election '{}': nobody is known to lead since {}", this.name, since);
			this.audience.tell((listener) -> listener.leaderAbsent(absence));
		}
	}

	private long nextWake() {
		Moment now = Moment.now(this.ticker, this.wallClock);
		long in = Math.min(this.machine.wakeIn(now), Math.min(this.tenure.wakeIn(now), this.vacancy.wakeIn(now)));
		return now.ticker() + Math.min(Math.min(in, this.unanswered.wakeIn(now)), ElectionLoop.FAR);
	}

	private void perform(Effect effect) {
		TermWork term = this.term;
		if (effect instanceof Effect.Send send) {
			this.unanswered.add(send);
			this.loop.send(this, send);
		}
		else if (effect instanceof Effect.Transit transit) {
			transit(transit.transition());
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			changeLeader(change.change());
		}
		else if (effect instanceof Effect.Grant && term != null) {
			this.tenure.granted(Moment.now(this.ticker, this.wallClock));
			this.tasks.granted(term);
			this.audience.tell((listener) -> listener.granted(term));
		}
		else if (effect instanceof Effect.Revoke revoke && term != null) {
			this.tenure.revoked();
			List<Runnable> actions = term.close();
			if (this.standing.state() == ElectionState.DRAINING) {
				// On a loss they are interrupted with all other work
				term.interruptTasks();
			}
			this.tasks.ended();
			Revocation revocation = new Revocation(this.name, revoke.token(), revoke.cause());
			actions.forEach(this::deliver);
			this.audience.tell((listener) -> listener.revoked(revocation));
			deliver(term::told);
		}
		else if (effect instanceof Effect.Interrupt && term != null) {
			term.interrupt();
		}
	}

	private void transit(Transition transition) {
		this.history.add(transition);
		if (transition.fencingToken() != null) {
			logger.info("Election '{}': {} -> {} ({}), fencing token {}", this.name, transition.from(), transition.to(),
					transition.cause(), transition.fencingToken());
		}
		else {
			logger.info("Election '{}': {} -> {} ({})", this.name, transition.from(), transition.to(),
					transition.cause());
		}
		this.audience.tell((listener) -> listener.transitioned(this.name, transition));
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			// Now: the loop may end with the hand-over
			this.tasks.reportStuck();
		}
	}

	private void changeLeader(LeaderChange change) {
		this.leader.set(change.current());
		this.audience.tell((listener) -> listener.leaderChanged(change));
	}

	/** Does not wait for what can never end because it ends the process. */
	void dropExiting() {
		TermWork term = this.term;
		if (term != null) {
			Thread delivering = this.line.thread();
			if (delivering != null && ExitingThread.is(delivering)) {
				term.told();
			}
			term.dropExiting();
		}
	}

}
