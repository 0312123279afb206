/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
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

/**
 * One election of an engine: the state machine, which the loop alone touches, and what
 * other threads see of it.
 */
final class Participant implements LeaderElection, TermWork.Owner {

	private static final SafeLogger logger = new SafeLogger(Participant.class);

	/** Room for the effects of many steps, so that keeping one needs no memory. */
	private static final int ROOM = 32;

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

	/** What was asked of this candidate, and not heard by the machine yet. */
	private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

	private final Queue<Runnable> whenOver = new ConcurrentLinkedQueue<>();

	/** Made once, so that asking needs no memory for it. */
	private final Runnable onRequest = this::hear;

	// Touched by the loop alone

	private final Unanswered unanswered = new Unanswered();

	/** What the steps want done and is not done yet. */
	private final List<Effect> effects = new ArrayList<>(ROOM);

	/** Heard, and to be completed when the handover is over. */
	private final List<Request> handOvers = new ArrayList<>();

	/** The last term whose end of work the machine has heard of. */
	private long workEnded;

	private long wakeAt;

	Participant(String name, ElectionLoop loop, ElectionProtocol machine, ElectionTiming timing, TenureWatch tenure,
			VacancyWatch vacancy, CopyOnWriteArrayList<LeadershipListener> engineListeners) {
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
		this.wakeAt = this.ticker.nanos() + ElectionLoop.FAR;
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
		return handOver(new Input.Resume(cause));
	}

	CompletionStage<Void> handOver(Input input) {
		HandOverStage stage = this.loop.stages().open();
		request(input, () -> this.loop.stages().complete(stage, this.afterHandOver));
		this.loop.executeSoon(this.onRequest);
		return stage;
	}

	/**
	 * Asks something of this candidate, which the loop hears when {@link #hear()} is
	 * called next, at the latest with its next heartbeat. On any thread.
	 * @param input what is asked
	 * @param done called on the loop when the handover is over; must return at once
	 */
	void request(Input input, Runnable done) {
		this.requests.add(new Request(input, done));
	}

	void request(Input input) {
		request(input, () -> {
		});
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

	/** Whether a listener is being called. */
	boolean isDelivering() {
		return this.line.thread() != null;
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
	 * Runs an action on the loop once the candidate has stopped, nothing of its last term
	 * runs any more, and nothing is left to undo in the store. The action must return at
	 * once.
	 */
	void whenOver(Runnable action) {
		this.whenOver.add(action);
		this.loop.executeSoon(this.onRequest);
	}

	/** The loop looks at the term itself, now or with its next heartbeat. */
	@Override
	public void workEnded(long token) {
		this.loop.executeSoon(this.onRequest);
	}

	/** Believes in no term any more, whatever a last step on the loop comes to. */
	void renounce() {
		this.view.renounce();
	}

	// On the loop from here

	/** Has the machine hear what was asked since, and of the end of work. */
	void hear() {
		for (Request request = this.requests.peek(); request != null; request = this.requests.peek()) {
			if (!request.listed) {
				this.handOvers.add(request);
				request.listed = true;
			}
			if (!step(request.input)) {
				return;
			}
			this.requests.remove();
			request.heard = true;
			completeHandOvers();
		}
		noteWorkOver();
	}

	/** With each heartbeat: whatever failed is tried again. */
	void tryAgain() {
		if (!this.effects.isEmpty()) {
			perform(List.of());
		}
		hear();
		this.tasks.tryAgain();
		this.cancellations.runNext();
		this.afterHandOver.runNext();
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
		if (this.whenOver.isEmpty() || !this.machine.settled()) {
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

	long wakeAt() {
		return this.wakeAt;
	}

	boolean hasTerm() {
		return this.view.standing().bounds() != null;
	}

	/** Takes this election out of the loop for good. */
	void retire() {
		this.loop.remove(this);
	}

	/** Gives up what was not answered in time, and lets time pass. */
	void wake(Moment now) {
		for (Effect.Send send = this.unanswered.overdue(now); send != null; send = this.unanswered.overdue(now)) {
			TimeoutException cause = new TimeoutException(
					"No answer within " + TimeUnit.NANOSECONDS.toMillis(send.timeout()) + " ms");
			if (!answered(send, new Outcome.Unknown(cause), this.loop.timedOut(send, cause, now))) {
				return;
			}
		}
		step((this.tenure.isOver(now)) ? new Input.StepDown(this.timing.coolDown(), TransitionCause.TENURE)
				: new Input.Tick());
	}

	/**
	 * Brings an answer to the machine.
	 * @param ofStore whether a failure was logged as one of the store
	 * @return whether the machine has heard it; if not, it hears later that there is none
	 */
	boolean answered(Effect.Send send, Outcome outcome, boolean ofStore) {
		this.view.answered(outcome, ofStore);
		this.unanswered.remove(send);
		boolean heard = step(new Input.Answer(send, outcome));
		if (!heard) {
			this.unanswered.add(send);
		}
		return heard;
	}

	/** Brings something to the machine that may be lost. */
	void feed(Input input) {
		step(input);
	}

	/** Both clocks. */
	Moment now() {
		return Moment.now(this.ticker, this.wallClock);
	}

	/**
	 * One step of the machine and what follows from it. Never throws.
	 * @return whether the machine has taken the input as a whole; if not, effects of what
	 * it did are among those of its next step
	 */
	private boolean step(Input input) {
		boolean taken = false;
		try {
			Moment now = now();
			List<Effect> effects = this.machine.on(input, now);
			taken = true;
			boolean led = this.view.standing().leads(now.ticker(), now.wall());
			perform(effects);
			if (!led && this.view.standing().leads(now.ticker(), now.wall())) {
				// Perhaps the same leader as before, whose term is confirmed again
				this.view.leader().lookAgain();
			}
			this.consequences.noteVacancy(now);
			completeHandOvers();
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
			this.view.publish(this.machine.standing());
			published = true;
		}
		finally {
			if (!published) {
				// What the former standing says may be over; the next step says what is
				this.view.publish(Standing.NONE);
			}
		}
	}

	/** A step that was cut short may have ended the term. */
	private void publishWhatIsLeft() {
		try {
			publishStanding();
		}
		catch (Throwable ex) {
			// Then the candidate believes in no term until the next step
		}
	}

	private void completeHandOvers() {
		if (this.handOvers.isEmpty() || !this.machine.quiet()) {
			return;
		}
		int i = 0;
		while (i < this.handOvers.size()) {
			Request request = this.handOvers.get(i);
			if (request.heard) {
				request.done.run();
				this.handOvers.remove(i);
			}
			else {
				i++;
			}
		}
	}

	private long nextWake() {
		if (!this.effects.isEmpty()) {
			return wakeSoon();
		}
		Moment now = now();
		long in = Math.min(this.machine.wakeIn(now), Math.min(this.tenure.wakeIn(now), this.vacancy.wakeIn(now)));
		return now.ticker() + Math.min(Math.min(in, this.unanswered.wakeIn(now)), ElectionLoop.FAR);
	}

	/** When something failed. */
	private long wakeSoon() {
		return this.ticker.nanos() + ElectionLoop.HEARTBEAT.toNanos();
	}

	/**
	 * Performs the effects of a step and what is left of former ones, each on its own.
	 * What a listener is to hear is heard in order, so a grant or a revocation waits for
	 * those before it; nothing waits for the log.
	 */
	private void perform(List<Effect> more) {
		for (int i = 0; i < more.size(); i++) {
			this.effects.add(more.get(i));
		}
		try {
			this.consequences.begin(this.effects);
			publishStanding();
		}
		finally {
			// Before anything that may log
			this.consequences.interrupt(this.effects);
			performInOrder();
		}
		for (int i = 0; i < more.size(); i++) {
			this.consequences.log(more.get(i));
		}
	}

	private void performInOrder() {
		Throwable failure = null;
		int left = 0;
		for (int i = 0; i < this.effects.size(); i++) {
			Effect effect = this.effects.get(i);
			boolean waits = failure != null && (effect instanceof Effect.Grant || effect instanceof Effect.Revoke);
			Throwable thrown = waits ? failure : perform(effect);
			if (thrown != null) {
				failure = thrown;
				this.effects.set(left++, effect);
			}
		}
		while (this.effects.size() > left) {
			this.effects.remove(this.effects.size() - 1);
		}
		if (failure != null) {
			logger.error("Election '{}': an effect of a step failed. It is tried again within a second", this.name,
					failure);
		}
	}

	private @Nullable Throwable perform(Effect effect) {
		try {
			if (effect instanceof Effect.Send send) {
				send(send);
			}
			else {
				this.consequences.of(effect);
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	/** One that cannot be sent is unknown, and not tried again. */
	private void send(Effect.Send send) {
		this.unanswered.add(send);
		try {
			this.loop.send(this, send);
		}
		catch (Throwable ex) {
			this.unanswered.unsent(send);
			logger.error("Election '{}': a command could not be sent", this.name, ex);
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

	/** Something that was asked of this candidate. */
	private static final class Request {

		private final Input input;

		private final Runnable done;

		// Touched by the loop alone

		private boolean listed;

		private boolean heard;

		Request(Input input, Runnable done) {
			this.input = input;
			this.done = done;
		}

	}

}
