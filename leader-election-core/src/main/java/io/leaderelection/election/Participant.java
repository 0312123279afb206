/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

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
final class Participant implements LeaderElection, TermWork.Owner {

	private static final Logger logger = LoggerFactory.getLogger(Participant.class);

	private static final long AFTER_FAILURE = Duration.ofSeconds(1).toNanos();

	private final String name;

	private final ElectionLoop loop;

	private final ElectionProtocol machine;

	private final ElectionTiming timing;

	private final EventDispatcher.Line line;

	private final BoundedLine cancellations;

	private final BoundedLine afterHandOver;

	private final Audience audience;

	private final TenureWatch tenure;

	private final VacancyWatch vacancy;

	private final TermTasks tasks;

	private final Consequences consequences;

	private final Ticker ticker;

	private final WallClock wallClock;

	/** What all threads see. */
	private final CandidateView view;

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
		this.afterHandOver = loop.stages().of(name);
		this.audience = new Audience(name, this.line, engineListeners);
		this.tasks = new TermTasks(this, loop, timing.drainTimeout(), this.audience);
		this.ticker = loop.time().ticker();
		this.wallClock = loop.time().wallClock();
		this.view = new CandidateView(name, this.ticker, this.wallClock);
		this.consequences = new Consequences(this, this.view, this.tasks, this.audience, tenure, vacancy);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public boolean isLeader() {
		return this.view.isLeader();
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
	public Optional<Leadership> leadership() {
		return Optional.ofNullable(this.view.currentTerm());
	}

	@Override
	public @Nullable GuardedCall tryEnter(OnLoss onLoss) {
		TermWork term = this.view.currentTerm();
		return (term != null) ? term.enter(onLoss) : null;
	}

	@Override
	public Optional<Leader> leader() {
		return Optional.ofNullable(this.view.leader().get());
	}

	@Override
	public boolean isDecided() {
		return this.view.isDecided();
	}

	@Override
	public boolean awaitLeader(Duration timeout) throws InterruptedException {
		return this.view.leader().await(this.view::isDecided, timeout);
	}

	@Override
	public ElectionStatus status() {
		return this.view.status();
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
		this.loop.execute(() -> handOver(resume, () -> this.loop.stages().complete(stage, this.afterHandOver)));
		return stage;
	}

	CompletionStage<Void> handOver(Input input) {
		HandOverStage stage = this.loop.stages().open();
		boolean fromListener = this.line.isCurrent();
		this.loop.execute(() -> {
			handOver(input, () -> this.loop.stages().complete(stage, this.afterHandOver));
			TermWork term = this.view.term();
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
		return this.view.currentTerm() == term;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.audience.add(listener);
	}

	/** Whether nothing of the last term still runs. */
	boolean isWorkOver() {
		TermWork term = this.view.term();
		return term == null || term.isOver();
	}

	@Override
	public void deliver(Runnable delivery) {
		this.line.deliver(delivery);
	}

	/** Behind no listener: work is to be cancelled at once. */
	@Override
	public void cancel(Runnable cancellation) {
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

	@Override
	public void workEnded(long token) {
		this.loop.execute(() -> {
			feed(new Input.WorkEnded(token));
			noteWorkOver();
		});
	}

	/** Believes in no term any more, whatever a last step on the loop comes to. */
	void renounce() {
		this.view.renounce();
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
		return this.view.standing().bounds() != null;
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
		this.view.answered(outcome);
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

	/** Both clocks. */
	Moment now() {
		return Moment.now(this.ticker, this.wallClock);
	}

	private void step(Input input) {
		Moment now = now();
		List<Effect> effects = this.machine.on(input, now);
		for (Effect effect : effects) {
			if (effect instanceof Effect.Grant grant) {
				this.view.begin(new TermWork(this, grant.term()));
			}
		}
		boolean led = this.view.standing().leads(now.ticker(), now.wall());
		this.view.publish(this.machine.standing());
		effects.forEach(this::perform);
		if (!led && this.view.standing().leads(now.ticker(), now.wall())) {
			// Perhaps the same leader as before, whose term is confirmed again
			this.view.leader().lookAgain();
		}
		this.consequences.noteVacancy(now);
		if (this.machine.quiet()) {
			List<Runnable> done = List.copyOf(this.handOvers);
			this.handOvers.clear();
			done.forEach(Runnable::run);
		}
	}

	private long nextWake() {
		Moment now = now();
		long in = Math.min(this.machine.wakeIn(now), Math.min(this.tenure.wakeIn(now), this.vacancy.wakeIn(now)));
		return now.ticker() + Math.min(Math.min(in, this.unanswered.wakeIn(now)), ElectionLoop.FAR);
	}

	private void perform(Effect effect) {
		if (effect instanceof Effect.Send send) {
			this.unanswered.add(send);
			this.loop.send(this, send);
		}
		else {
			this.consequences.of(effect);
		}
	}

	/**
	 * Does not wait for what cannot end before the handover.
	 * @param unending tells this by the thread that runs it
	 */
	void dropUnending(Predicate<Thread> unending) {
		TermWork term = this.view.term();
		if (term != null) {
			Thread delivering = this.line.thread();
			if (delivering != null && unending.test(delivering)) {
				term.told();
			}
			term.dropUnending(unending);
		}
	}

}
