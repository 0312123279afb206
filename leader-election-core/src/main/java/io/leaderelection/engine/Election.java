/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.Revocation;
import io.leaderelection.StuckTask;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import io.leaderelection.work.LaterLog;
import io.leaderelection.work.TermOwner;
import io.leaderelection.work.Tasks;
import io.leaderelection.work.Term;
import org.jspecify.annotations.Nullable;

/**
 * The life of an election in this instance. A step passes one input to the protocol and
 * applies its effects: it publishes the state, interrupts lost work, sends commands, and
 * notifies listeners, in this order.
 * <p>
 * A step that throws crashes this election alone: nobody knows its state any more, so it
 * does not lead from then on, its work is interrupted, and nothing is released. Once the
 * work has ended the election starts anew, and contends again after a lease.
 * <p>
 * Used only by the loop, unless stated otherwise.
 */
final class Election extends Actor implements TermOwner, ElectionView.Requests {

	/**
	 * The longest time after a crash in which not to contend, if the lease is shorter.
	 */
	private static final Duration LONGEST_AWAY = Duration.ofSeconds(30);

	private final CandidateProfile profile;

	private final ElectionTiming timing;

	private final LaterLog log;

	private final Delivery.Line events;

	private final Delivery.Line cancellations;

	private final Delivery.Line callbacks;

	private final Audience audience;

	private final Tasks tasks;

	private final ElectionView view;

	private final TenureWatch tenure;

	private final VacancyWatch vacancy;

	private final Wishes wishes = new Wishes();

	private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

	private final Queue<Runnable> whenOver = new ConcurrentLinkedQueue<>();

	/** Called when no handover is in progress. */
	private final List<Runnable> handovers = new ArrayList<>();

	private ElectionStateMachine protocol;

	/** The last term whose end of work was passed to the protocol. */
	private long workEnded;

	/** The token of the last term whose begin listeners are notified of. */
	private long granted;

	/** The token of the last term whose end listeners are notified of. */
	private long revoked;

	/** The state in which a step threw, until this starts anew. */
	private @Nullable Standing crashedIn;

	/** Whether the term of the crash was ended. */
	private boolean ended;

	/** How often this started anew since the store last answered. */
	private int starts;

	Election(CandidateProfile profile, ElectionLoop loop, Tenure tenure, Duration vacancyThreshold,
			Listeners engineListeners) {
		super(loop, "Election '" + profile.key().election() + "'");
		String name = profile.key().election();
		this.profile = profile;
		this.timing = profile.timing();
		this.log = loop.log();
		this.events = loop.events(name);
		this.cancellations = loop.cancellations(name);
		this.callbacks = loop.callbacks(name);
		this.audience = new Audience(name, this.events, engineListeners, this.log);
		this.tasks = new Tasks(this, loop, this.timing.drainTimeout(), this.timing.coolDown());
		this.view = new ElectionView(name, loop.time().ticker(), loop.time().wallClock(), failures(), this);
		this.tenure = new TenureWatch(name, tenure, this.log);
		this.vacancy = new VacancyWatch(vacancyThreshold);
		this.protocol = new ElectionStateMachine(profile);
		loop.add(this);
	}

	// On any thread

	@Override
	public String name() {
		return this.profile.key().election();
	}

	ElectionView view() {
		return this.view;
	}

	@Override
	public CompletionStage<Void> handover(Input input) {
		Stage stage = loop().stages().open();
		request(input, () -> loop().stages().complete(stage, this.callbacks));
		loop().soon(this::processRequests);
		return stage;
	}

	/**
	 * Adds a request, which the loop processes with the next call of
	 * {@link #processRequests()}, at the latest with its next look.
	 * @param input the request
	 * @param done called on the loop when no handover is in progress afterwards; must
	 * return at once
	 */
	void request(Input input, Runnable done) {
		this.requests.add(new Request(input, done));
	}

	void request(Input input) {
		request(input, () -> {
		});
	}

	/**
	 * Runs an action on the loop once the candidate has stopped, all work of its last
	 * term has ended, and nothing has to be undone in the store. It must return at once.
	 */
	void whenOver(Runnable action) {
		this.whenOver.add(action);
		loop().soon(this::processRequests);
	}

	@Override
	public Duration coolDown() {
		return this.timing.coolDown();
	}

	@Override
	public Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options) {
		return this.tasks.add(work, options);
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.audience.add(listener);
	}

	/** Calls late listeners of the engine with the current state. */
	void welcome() {
		this.audience.welcome();
	}

	/** Ends the term for good, whatever a last step on the loop publishes. */
	void renounce() {
		this.view.renounce();
		Term term = this.view.term();
		if (term != null) {
			term.endNotes();
		}
	}

	/**
	 * Stops waiting for calls that cannot end before the handover.
	 * @param unending tests the thread that runs a call
	 */
	void dropUnending(Predicate<Thread> unending) {
		Term term = this.view.term();
		if (term != null) {
			Thread delivering = this.events.thread();
			if (delivering != null && unending.test(delivering)) {
				term.notified();
			}
			term.dropUnending(unending);
		}
	}

	// For the work of a term, on any thread

	@Override
	public LaterLog log() {
		return this.log;
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
	public void report(StuckTask stuck) {
		this.audience.report((listener) -> listener.taskStuck(stuck));
	}

	@Override
	public long ticks() {
		return loop().time().ticker().nanos();
	}

	@Override
	public Duration noteTimeout() {
		return this.timing.operationTimeout().multipliedBy(2);
	}

	@Override
	public boolean keepsCheckpoints() {
		return this.profile.traits().checkpoints();
	}

	@Override
	public void note(long token, long request, Map<String, String> values) {
		request(new Input.Note(token, request, values));
		loop().soon(this::processRequests);
	}

	@Override
	public CompletableFuture<Void> openStage() {
		return Stage.ofCheckpoint();
	}

	@Override
	public void complete(Runnable completion) {
		this.callbacks.execute(completion);
	}

	@Override
	public void later(Duration delay, Runnable task) {
		loop().later(delay, task);
	}

	@Override
	public void deliver(Runnable delivery) {
		this.events.execute(delivery);
	}

	@Override
	public void cancel(Runnable cancellation) {
		this.cancellations.execute(cancellation);
	}

	/** The loop reads the term itself, now or with its next look. */
	@Override
	public void workEnded(long token) {
		loop().soon(this::processRequests);
	}

	// On the loop from here

	@Override
	boolean isElection() {
		return true;
	}

	@Override
	boolean hasTerm() {
		return this.view.standing().bounds() != null;
	}

	@Override
	void look() {
		if (this.crashedIn != null) {
			startAnew(this.crashedIn);
		}
		processRequests();
		this.tasks.look();
		this.events.look();
		this.cancellations.look();
		this.callbacks.look();
	}

	/** Passes pending requests, and the end of work, to the protocol. */
	void processRequests() {
		for (Request request = this.requests.peek(); request != null; request = this.requests.peek()) {
			this.handovers.add(request.done);
			this.requests.remove();
			on(request.input);
		}
		Term term = this.view.term();
		if (term != null && term.isOver() && term.fencingToken() != this.workEnded) {
			this.workEnded = term.fencingToken();
			on(new Input.WorkEnded(term.fencingToken()));
		}
		completeRequests();
	}

	/** Takes a step. */
	void on(Input input) {
		// Also counts if the step fails
		this.wishes.note(input);
		step((now) -> on(input, now));
	}

	@Override
	void on(Input input, Moment now) {
		if (input instanceof Input.Answer answer && !(answer.outcome() instanceof Outcome.Unknown)) {
			this.view.contacted(now.wall());
			this.starts = 0;
		}
		if (this.crashedIn == null) {
			boolean tenureOver = input instanceof Input.Tick && this.tenure.isOver(now);
			apply(this.protocol
				.on(tenureOver ? new Input.StepDown(this.timing.coolDown(), TransitionCause.TENURE) : input, now), now);
		}
	}

	@Override
	long wakeIn(Moment now) {
		return (this.crashedIn != null) ? ElectionLoop.FAR
				: Math.min(this.protocol.wakeIn(now), Math.min(this.tenure.wakeIn(now), this.vacancy.wakeIn(now)));
	}

	private void apply(List<Effect> effects, Moment now) {
		boolean led = this.view.standing().leads(now.ticker(), now.wall());
		for (Effect effect : effects) {
			if (effect instanceof Effect.Grant grant) {
				// Before others can see that this candidate leads
				this.view.begin(new Term(this, grant.term(), grant.checkpoints()));
			}
		}
		this.view.publish(this.protocol.standing());
		for (Effect effect : effects) {
			// Before anything that takes time
			if (effect instanceof Effect.Interrupt interrupt) {
				interrupt(interrupt.token());
			}
		}
		effects.forEach(this::apply);
		if (!led && this.view.standing().leads(now.ticker(), now.wall())) {
			// The same leader as before may lead again because its term was confirmed
			this.view.lookAgain();
		}
		noteVacancy(now);
		completeRequests();
	}

	private void interrupt(long token) {
		Term term = this.view.term();
		if (term != null && token == term.fencingToken()) {
			term.close();
			term.interrupt();
		}
	}

	private void apply(Effect effect) {
		Term term = this.view.term();
		if (effect instanceof Effect.Send<?> send) {
			send(send);
		}
		else if (effect instanceof Effect.Transit transit) {
			transited(transit.transition(), term);
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			leaderChanged(change.change());
		}
		else if (effect instanceof Effect.Noted noted && term != null && noted.token() == term.fencingToken()) {
			term.noted(noted.request(), noted.values());
		}
		else if (effect instanceof Effect.Grant && term != null) {
			this.tenure.granted(loop().time().now());
			this.tasks.granted(term);
			this.audience.granted(term);
			this.granted = term.fencingToken();
		}
		else if (effect instanceof Effect.Revoke revoke && term != null) {
			revoked(term, revoke.cause());
		}
		else if (effect instanceof Effect.CheckpointsDiffer differ) {
			this.log.warn("Election '{}': the record has version {} of its checkpoints, but {} was written: {}", name(),
					differ.found(), differ.expected(),
					(differ.found() < differ.expected())
							? "the store lost a write, as in a failover. They are written again"
							: "another process wrote with the token of this term");
		}
	}

	private void revoked(Term term, TransitionCause cause) {
		this.tenure.revoked();
		term.close();
		if (this.view.standing().state() == ElectionState.DRAINING) {
			// On a loss, tasks are interrupted together with all other work
			term.interruptTasks();
		}
		this.tasks.ended();
		this.audience.revoked(new Revocation(name(), term.fencingToken(), cause), term);
		this.revoked = term.fencingToken();
	}

	private void transited(Transition transition, @Nullable Term term) {
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
		this.audience.report((listener) -> listener.transitioned(name(), transition));
		TransitionLog.log(this.log, name(), transition, this.events.thread() != null);
	}

	private void leaderChanged(LeaderChange change) {
		this.view.leaderIs(change.current());
		this.audience.leaderChanged(change);
		Term own = this.view.term();
		Leader leader = change.current();
		if (leader != null && (own == null || own.fencingToken() != leader.fencingToken())) {
			TransitionLog.log(this.log, name(), leader);
		}
	}

	/** Updates and reports a vacancy, at the end of each step. */
	private void noteVacancy(Moment now) {
		Instant since = this.view.vacantSince(now.wall());
		if (this.vacancy.note(since != null, now) && since != null) {
			LeaderAbsence absence = new LeaderAbsence(name(), since, this.vacancy.length(now));
			this.audience.report((listener) -> listener.leaderAbsent(absence));
			this.vacancy.reported();
			this.log.warn("Election '{}': nobody is known to lead since {}", name(), since);
		}
	}

	/** Reports what callers wait for, if it is over. */
	private void completeRequests() {
		if (this.crashedIn == null && this.protocol.quiet()) {
			this.handovers.forEach(Runnable::run);
			this.handovers.clear();
		}
		Term term = this.view.term();
		if (this.crashedIn == null && !this.whenOver.isEmpty() && this.protocol.settled()
				&& (term == null || term.isOver())) {
			for (Runnable action = this.whenOver.poll(); action != null; action = this.whenOver.poll()) {
				action.run();
			}
		}
	}

	// A step that throws

	@Override
	void crashed(Throwable thrown) {
		Standing standing = this.view.standing();
		this.view.publish(Standing.NONE);
		this.crashedIn = standing;
		this.ended = false;
		failures().crashed(thrown);
		this.log.error("Election '{}': a step failed, which is a bug or lack of memory. This instance ends its term, "
				+ "if any, and contends again after a lease", name(), thrown);
	}

	/**
	 * Ends what has crashed, or tries to again, and starts anew when its work has ended.
	 */
	private void startAnew(Standing crashedIn) {
		Moment now = loop().time().now();
		Term term = this.view.term();
		if (!this.ended) {
			if (term != null) {
				end(term);
			}
			if (crashedIn.state() != ElectionState.STOPPED) {
				Long token = (crashedIn.fencingToken() != 0) ? crashedIn.fencingToken() : null;
				transited(new Transition(Instant.ofEpochMilli(now.wall()), crashedIn.state(), ElectionState.STOPPED,
						TransitionCause.FAILED, token), null);
			}
			this.view.leader().ifPresent((leader) -> leaderChanged(new LeaderChange(name(), leader, null)));
			this.ended = true;
		}
		if (term == null || term.isOver()) {
			long lease = this.timing.lease().toNanos();
			long away = Math.min(lease << Math.min(this.starts, 10), Math.max(lease, LONGEST_AWAY.toNanos()));
			this.protocol = this.protocol.startAnew(now, away);
			this.crashedIn = null;
			this.wishes.inputs().forEach(this::on);
			// Not counted while there is not even enough memory to start
			this.starts += (this.crashedIn == null) ? 1 : 0;
		}
	}

	private void end(Term term) {
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

	/** A request that the protocol has not processed yet. */
	private record Request(Input input, Runnable done) {
	}

}
