/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.delivery.Audience;
import io.leaderelection.delivery.Stages;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.LastingRequests;
import io.leaderelection.protocol.Standing;
import io.leaderelection.protocol.Step;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import io.leaderelection.work.Term;
import org.jspecify.annotations.Nullable;

/**
 * The life of an election in this instance. A step passes one input to the protocol and
 * applies its effects: it begins a granted term, publishes the state, interrupts lost
 * work, and then sends commands and notifies listeners in the protocol's order.
 * <p>
 * A step that throws crashes this election alone: nobody knows its state any more, so it
 * does not lead from then on, its work is interrupted, and nothing is released. Once the
 * work has ended the election starts anew, and contends again after a lease.
 * <p>
 * Used only by the loop, unless stated otherwise.
 */
public final class Election extends Actor implements ElectionRequests {

	/** The ends of terms without a handover. */
	private static final Set<TransitionCause> LOSSES = Set.of(TransitionCause.EXPIRED, TransitionCause.LOST);

	private final CandidateProfile profile;

	private final ElectionView view;

	private final LocalEffects local;

	private final LastingRequests lastingRequests = new LastingRequests();

	private final PendingRequests requests = new PendingRequests();

	private ElectionStateMachine protocol;

	/** The last term whose end of work was passed to the protocol. */
	private long workEnded;

	private final Crashes crashes;

	/** Run on the loop soon after a term has ended that was not handed over. */
	private Runnable afterLoss = () -> {
	};

	/** Receives each change of state on the loop. */
	private Consumer<Transition> transitions = (transition) -> {
	};

	/**
	 * Creates an election that does not contend yet.
	 * @param away how long not to contend after a crash, at least
	 * @param tenure how long this candidate may lead
	 * @param vacancyThreshold after what time without a leader to report this
	 * @param engineListeners the listeners of all elections
	 */
	Election(CandidateProfile profile, ElectionLoop loop, Duration away, Tenure tenure, Duration vacancyThreshold,
			Audience.Listeners engineListeners) {
		super(loop, "Election '" + profile.key().election() + "'");
		this.profile = profile;
		this.crashes = new Crashes(away.toNanos());
		this.view = new ElectionView(name(), loop.time().ticker(), loop.time().wallClock(), log(), this);
		this.local = new LocalEffects(profile, loop, log(), this.view, this::requestSoon, this::processRequests, tenure,
				vacancyThreshold, engineListeners);
		this.protocol = new ElectionStateMachine(profile);
		loop.add(this);
	}

	// On any thread

	/**
	 * Returns the name of the election.
	 * @return the name
	 */
	public String name() {
		return this.profile.key().election();
	}

	/**
	 * Returns the election for all threads.
	 * @return the view
	 */
	public ElectionView view() {
		return this.view;
	}

	LocalEffects local() {
		return this.local;
	}

	@Override
	public CompletionStage<Void> handover(Input input, Supplier<@Nullable Throwable> failure) {
		Stages.Stage stage = loop().stages().open();
		request(input, () -> loop().stages().complete(stage, failure.get(), this.local.home().lines().completions()));
		loop().soon(this::processRequests);
		return stage;
	}

	/** Adds a request. Then, once no handover is in progress, the loop runs an action. */
	void request(Input input, Runnable done) {
		this.requests.add(input, done);
	}

	/**
	 * Adds a request, which the loop processes with the next call of
	 * {@link #processRequests()}, at the latest with its next look.
	 * @param input the request
	 */
	public void request(Input input) {
		request(input, () -> {
		});
	}

	private void requestSoon(Input input) {
		request(input);
		loop().soon(this::processRequests);
	}

	/**
	 * Runs an action on the loop once the candidate has stopped, all work of its last
	 * term has ended, and nothing has to be undone in the store. It must return at once.
	 */
	void whenOver(Runnable action) {
		this.requests.addWhenOver(action);
		loop().soon(this::processRequests);
	}

	/**
	 * Runs a completion that may call code of the application, on another thread.
	 * @param completion what to run; may block
	 */
	public void complete(Runnable completion) {
		this.local.home().lines().completions().execute(completion);
	}

	@Override
	public CandidateProfile profile() {
		return this.profile;
	}

	@Override
	public Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options) {
		return this.local.tasks().add(work, options);
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.local.audience().add(listener);
	}

	/**
	 * Sets what the loop runs soon after each term that has ended without a handover,
	 * before the answer to any command that is sent afterwards. To be called before the
	 * candidate contends.
	 * @param action the action, which must return at once
	 */
	public void afterLoss(Runnable action) {
		this.afterLoss = action;
	}

	/**
	 * Sets what receives each change of state, on the loop. To be called before the
	 * candidate contends.
	 * @param transitions the receiver, which must return at once
	 */
	public void onTransition(Consumer<Transition> transitions) {
		this.transitions = transitions;
	}

	/** Ends the term for good, whatever a last step on the loop publishes. */
	void renounce() {
		this.view.renounce();
		Term term = this.view.term();
		if (term != null) {
			term.endNotes();
		}
	}

	// On the loop from here

	@Override
	public boolean isElection() {
		return true;
	}

	@Override
	public boolean hasTerm() {
		return this.view.standing().bounds() != null;
	}

	@Override
	public void look() {
		this.local.look();
		if (this.crashes.in != null) {
			startAnew(this.crashes.in);
		}
		processRequests();
	}

	/**
	 * Passes pending requests, and the end of work, to the protocol.
	 */
	public void processRequests() {
		this.requests.process(this::take);
		Term term = this.view.term();
		if (term != null && term.isOver() && term.fencingToken() != this.workEnded) {
			this.workEnded = term.fencingToken();
			take(new Input.WorkEnded(term.fencingToken()));
		}
		completeRequests();
	}

	/**
	 * Takes a step with an input.
	 * @param input the input
	 */
	public void take(Input input) {
		// Also counts if the step fails
		this.lastingRequests.note(input);
		step((now) -> on(input, now));
	}

	@Override
	protected void on(Input input, Moment now) {
		if (input instanceof Input.Answer answer && !(answer.outcome() instanceof Outcome.Unknown)) {
			this.view.contacted(now.wall());
			log().otherHolder().received(answer.outcome());
			this.crashes.starts = 0;
		}
		if (this.crashes.in == null) {
			boolean tenureOver = input instanceof Input.Tick && this.local.isTenureOver(now);
			apply(this.protocol.step(
					tenureOver ? new Input.StepDown(this.profile.timing().coolDown(), TransitionCause.TENURE) : input,
					now), now);
		}
	}

	@Override
	protected long wakeIn(Moment now) {
		return (this.crashes.in != null) ? ElectionLoop.FAR
				: Math.min(this.protocol.wakeIn(now), this.local.wakeIn(now));
	}

	private void apply(Step step, Moment now) {
		boolean led = this.view.standing().leads(now.ticker(), now.wall());
		if (step.begun() != null) {
			this.local.begin(step.begun());
		}
		this.view.publish(step.standing());
		if (step.interrupted() != null) {
			this.local.interrupt(step.interrupted());
		}
		step.effects().forEach(this::apply);
		if (!led && this.view.standing().leads(now.ticker(), now.wall())) {
			// The same leader as before may lead again because its term was confirmed
			this.view.signalWaiters();
		}
		this.local.noteOthers(now);
		completeRequests();
	}

	private void apply(Effect effect) {
		if (effect instanceof Effect.Send<?> send) {
			send(send);
		}
		else {
			this.local.apply(effect);
		}
		if (effect instanceof Effect.Transit transit) {
			transited(transit.transition());
		}
	}

	private void transited(Transition transition) {
		this.transitions.accept(transition);
		if (LOSSES.contains(transition.cause())) {
			loop().soon(this.afterLoss);
		}
	}

	/** Reports what callers wait for, if it is over. */
	private void completeRequests() {
		if (this.crashes.in == null && this.protocol.quiet()) {
			this.requests.handedOver();
		}
		Term term = this.view.term();
		if (this.crashes.in == null && this.requests.isEndAwaited() && this.protocol.settled()
				&& (term == null || term.isOver())) {
			this.requests.over();
		}
	}

	// A step that throws

	@Override
	protected void crashed(Throwable thrown) {
		Standing standing = this.view.standing();
		this.view.publish(Standing.NONE);
		this.crashes.in = standing;
		this.crashes.ended = false;
		loop().soon(this.afterLoss);
		log().crashed(thrown);
		loop().log()
			.error("Election '{}': a step failed, which is a bug or lack of memory. This instance ends its term, "
					+ "if any, and contends again after a lease", name(), thrown);
	}

	/** Ends what has crashed, and starts anew when its work has ended. */
	private void startAnew(Standing crashedIn) {
		Moment now = loop().time().now();
		if (!this.crashes.ended) {
			this.local.crashed(crashedIn, now);
			this.crashes.ended = true;
		}
		Term term = this.view.term();
		if (term == null || term.isOver()) {
			this.protocol = this.protocol.startAnew(now, this.crashes.away());
			this.crashes.in = null;
			this.lastingRequests.inputs().forEach(this::take);
			// Not counted while there is not even enough memory to start
			this.crashes.starts += (this.crashes.in == null) ? 1 : 0;
		}
	}

}
