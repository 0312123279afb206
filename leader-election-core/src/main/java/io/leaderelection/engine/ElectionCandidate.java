/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.LedTerm;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.StuckTask;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import io.leaderelection.work.TermOwner;
import io.leaderelection.work.TermTasks;
import io.leaderelection.work.TermWork;
import org.jspecify.annotations.Nullable;

/**
 * One election of an engine, for all threads.
 */
final class ElectionCandidate implements GuardedElection, TermOwner {

	private final String name;

	private final ElectionLoop loop;

	private final ElectionTiming timing;

	private final boolean keepsCheckpoints;

	private final EventDispatcher.Line line;

	private final BoundedLine cancellations;

	private final BoundedLine afterHandover;

	private final Audience audience;

	private final TermTasks tasks;

	private final CandidateView view;

	private final Requests requests = new Requests();

	private final ProtocolSteps steps;

	/** Created once, so that a request allocates less. */
	private final Runnable onRequest = this::processRequests;

	ElectionCandidate(CandidateProfile profile, ElectionLoop loop, ElectionProtocol protocol, TenureWatch tenure,
			VacancyWatch vacancy, Listeners engineListeners) {
		this.name = profile.key().election();
		this.loop = loop;
		this.timing = profile.timing();
		this.keepsCheckpoints = profile.traits().checkpoints();
		this.line = loop.line(this.name);
		this.cancellations = loop.cancellations(this.name);
		this.afterHandover = loop.stages().of(this.name);
		this.audience = new Audience(this.name, this.line, engineListeners);
		this.tasks = new TermTasks(this, loop, this.timing.drainTimeout(), this.timing.coolDown());
		this.view = new CandidateView(this.name, loop.time().ticker(), loop.time().wallClock());
		Consequences consequences = new Consequences(this, loop.time(), this.line, this.view, this.tasks, this.audience,
				tenure, vacancy);
		this.steps = new ProtocolSteps(this.name, loop, protocol, this.timing, tenure, vacancy, this.view,
				this.requests, this.tasks, consequences, List.of(this.cancellations, this.afterHandover));
		loop.add(this.steps);
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
	public @Nullable DetachableCall tryEnter(OnLoss onLoss) {
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
	public List<LedTerm> history() {
		return this.view.terms();
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
		return handover(new Input.StepDown(coolDown, cause));
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
		return handover(new Input.Pause(cause));
	}

	@Override
	public CompletionStage<Void> restore(TransitionCause cause) {
		return handover(new Input.Resume(cause));
	}

	Standing standing() {
		return this.view.standing();
	}

	/** Returns the term in which this candidate leads now. */
	@Nullable TermWork currentTerm() {
		return this.view.currentTerm();
	}

	List<Transition> transitions() {
		return this.view.transitions();
	}

	CandidateView view() {
		return this.view;
	}

	CompletionStage<Void> handover(Input input) {
		HandoverStage stage = this.loop.stages().open();
		request(input, () -> this.loop.stages().complete(stage, this.afterHandover));
		this.loop.executeSoon(this.onRequest);
		return stage;
	}

	/**
	 * Adds a request, which the loop processes with the next call of
	 * {@link #processRequests()}, at the latest with its next heartbeat. On any thread.
	 * @param input the request
	 * @param done called on the loop when the handover is over; must return at once
	 */
	void request(Input input, Runnable done) {
		this.requests.add(input, done);
	}

	void request(Input input) {
		request(input, () -> {
		});
	}

	@Override
	public Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options) {
		return this.tasks.add(work, options);
	}

	@Override
	@SuppressWarnings("ReferenceEquality") // a term is an object
	public boolean leads(Leadership term) {
		return this.view.currentTerm() == term;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.audience.add(listener);
	}

	/** Calls late listeners of the engine with the current state. */
	void welcome() {
		this.audience.welcome();
	}

	@Override
	public void report(StuckTask stuck) {
		this.audience.report((listener) -> listener.taskStuck(stuck));
	}

	@Override
	public long ticks() {
		return this.loop.time().ticker().nanos();
	}

	@Override
	public Duration noteTimeout() {
		return this.timing.operationTimeout().multipliedBy(2);
	}

	@Override
	public boolean keepsCheckpoints() {
		return this.keepsCheckpoints;
	}

	@Override
	public void note(long token, long request, Map<String, String> values) {
		request(new Input.Note(token, request, values));
		this.loop.executeSoon(this.onRequest);
	}

	@Override
	public CompletableFuture<Void> openStage() {
		return new CheckpointStage();
	}

	/** Not behind listeners, like callbacks of a handover. */
	@Override
	public void complete(Runnable completion) {
		this.afterHandover.add(completion);
	}

	@Override
	public void later(Duration delay, Runnable task) {
		this.loop.scheduleSoon(delay, task);
	}

	@Override
	public void deliver(Runnable delivery) {
		this.line.deliver(delivery);
	}

	/** Not behind listeners: work has to be cancelled at once. */
	@Override
	public void cancel(Runnable cancellation) {
		this.cancellations.add(cancellation);
	}

	/**
	 * Runs an action on the loop once the candidate has stopped, all work of its last
	 * term has ended, and nothing has to be undone in the store. It must return at once.
	 */
	void whenOver(Runnable action) {
		this.steps.whenOver(action);
		this.loop.executeSoon(this.onRequest);
	}

	/** Processes the pending requests, on the loop. */
	void processRequests() {
		this.steps.processRequests();
	}

	/** Passes an input that may be lost to the protocol. On the loop. */
	void feed(Input input) {
		this.steps.feed(input);
	}

	/** The loop reads the term itself, now or with its next heartbeat. */
	@Override
	public void workEnded(long token) {
		this.loop.executeSoon(this.onRequest);
	}

	/** Removes this election from the loop. */
	void retire() {
		this.loop.remove(this.steps);
	}

	/** Ends the term for good, whatever a last step on the loop publishes. */
	void renounce() {
		this.view.renounce();
		TermWork term = this.view.term();
		if (term != null) {
			term.endNotes();
		}
	}

	/**
	 * Stops waiting for calls that cannot end before the handover.
	 * @param unending tests the thread that runs a call
	 */
	void dropUnending(Predicate<Thread> unending) {
		TermWork term = this.view.term();
		if (term != null) {
			Thread delivering = this.line.thread();
			if (delivering != null && unending.test(delivering)) {
				term.notified();
			}
			term.dropUnending(unending);
		}
	}

}
