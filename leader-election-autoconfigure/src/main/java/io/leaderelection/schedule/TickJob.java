/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.guard.CallCompanion;
import io.leaderelection.guard.GuardCall;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import io.leaderelection.work.tick.TickOutcome;
import io.leaderelection.work.tick.TickPolicy;
import io.leaderelection.work.tick.TickRules;
import io.leaderelection.work.tick.TickView;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/**
 * A method that runs once per tick, and the steps of a call inside its guard. The start
 * is written before the method is called, and the end before the call leaves the term, so
 * that a handover waits for both.
 */
final class TickJob implements CallCompanion.OfMethod {

	private static final Logger logger = LoggerFactory.getLogger(TickJob.class);

	/**
	 * How far from its moment the scheduler's call of an asynchronous method may come.
	 */
	private static final Duration SOON = Duration.ofSeconds(10);

	private final Description description;

	private final String key;

	private final CronMoments moments;

	private final TickLane lane;

	private final TickContext context;

	/** The current problem, until a tick is finished or the term has ended. */
	private volatile @Nullable Problem problem;

	/** The term of the last check. */
	private volatile long token;

	private record Problem(long token, String text) {
	}

	/**
	 * Identifies the method.
	 *
	 * @param election the election that guards it
	 * @param tick the tick's name
	 * @param where the annotation and the method in messages
	 * @param beanName the name of its bean
	 * @param method the method
	 */
	record Description(String election, String tick, String where, String beanName, Method method) {

		/** Returns whether the scheduled call returns before the method has begun. */
		boolean isAsync() {
			return AnnotatedElementUtils.hasAnnotation(this.method, Async.class)
					|| AnnotatedElementUtils.hasAnnotation(this.method.getDeclaringClass(), Async.class);
		}

	}

	TickJob(Description description, CronMoments moments, TickPolicy policy, TickContext context) {
		this.description = description;
		this.key = TickEntry.key(description.tick());
		this.moments = moments;
		this.context = context;
		this.lane = new TickLane(new TickRules(moments, moments.hash(), policy), this::counted);
	}

	Description description() {
		return this.description;
	}

	boolean isNamed(String tick) {
		return this.description.tick().equals(tick);
	}

	/** Returns the name of the job's note in the record. */
	String key() {
		return this.key;
	}

	CronMoments moments() {
		return this.moments;
	}

	TickLane lane() {
		return this.lane;
	}

	private TickView view(LibraryNotes notes, long token) {
		this.token = token;
		return new TickView(this.context.now(), notes.ledFor(), token, notes.find(this.key));
	}

	/** Returns whether a tick has waited for longer than the scheduler should need. */
	boolean isOverdue(LibraryNotes notes, long token) {
		try {
			return this.lane.isDue(() -> view(notes, token), TickWatch.PATIENCE);
		}
		catch (IllegalArgumentException ex) {
			fails(token, ex);
			return false;
		}
	}

	@Override
	public @Nullable CallCompanion begin(GuardCall call) {
		return admit(call.leadership());
	}

	@Override
	public boolean isMadeUpFor() {
		return true;
	}

	/**
	 * Runs a call of the scheduler if its tick is due. A direct call runs the job in any
	 * case: as the tick that is due, if there is one, otherwise as a manual run.
	 * @throws IllegalStateException if the call is direct and the job is running
	 */
	@Nullable CallCompanion admit(Leadership term) {
		if (this.description.isAsync()) {
			// Its thread does not show who has called
			CallCompanion admitted = scheduled(term);
			if (admitted == null && !isSoonAfterATick()) {
				throw new IllegalStateException(this.description.where() + " was called, but " + running()
						+ " or its tick was run already, so nothing was run. It is @Async, which hides whether its "
						+ "scheduler has called it. To run it by hand, call Ticks.runNow(\"" + this.description.tick()
						+ "\")");
			}
			return admitted;
		}
		return SchedulerCalls.isCurrent(this.description.method()) ? scheduled(term) : direct(term);
	}

	private boolean isSoonAfterATick() {
		Instant now = this.context.now();
		Instant next = this.moments.next(now.minus(SOON));
		return next != null && !next.isAfter(now.plus(SOON));
	}

	private String running() {
		return "tick \"" + this.description.tick() + "\" is running";
	}

	private CallCompanion direct(Leadership term) {
		LibraryNotes notes = LibraryNotes.of(term);
		Supplier<TickView> known = () -> view(notes, term.fencingToken());
		try {
			for (TickLane.Turn turn = due(known, term); turn != null; turn = due(known, term)) {
				if (begin(turn, term, notes)) {
					return new TickCall(term, turn, this, notes);
				}
			}
			TickLane.Turn manual = this.lane.manual(known);
			if (manual == null) {
				throw new IllegalStateException(
						this.description.where() + " was called, but " + running() + ". Try again later");
			}
			begin(manual, term, notes);
			return new TickCall(term, manual, this, notes);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(
					this.description.where() + " was called, and was interrupted before it began", ex);
		}
	}

	/**
	 * Returns the turn for a tick that is due. A note that is garbage stops no manual
	 * run.
	 */
	private TickLane.@Nullable Turn due(Supplier<TickView> known, Leadership term) {
		try {
			return this.lane.look(known);
		}
		catch (IllegalArgumentException ex) {
			fails(term.fencingToken(), ex);
			return null;
		}
	}

	private @Nullable CallCompanion scheduled(Leadership term) {
		try {
			LibraryNotes notes = LibraryNotes.of(term);
			Supplier<TickView> known = () -> view(notes, term.fencingToken());
			TickLane.Turn turn = this.lane.call(known);
			while (turn != null) {
				if (begin(turn, term, notes)) {
					return new TickCall(term, turn, this, notes);
				}
				turn = this.lane.look(known);
			}
		}
		catch (LeadershipLostException ex) {
			logger.debug("{} does not start: the term is over", this.description.where());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			fails(term.fencingToken(), ex);
		}
		return null;
	}

	/** Returns whether to call the method. If not, the turn is over. */
	private boolean begin(TickLane.Turn turn, Leadership term, LibraryNotes notes) throws InterruptedException {
		boolean runs = false;
		try {
			TickEntry entry = turn.note();
			while (entry != null) {
				write(notes, entry, term);
				entry = turn.late(this.context.now());
			}
			term.verify();
			turn.noted();
			runs = turn.runs();
			return runs;
		}
		finally {
			if (!runs) {
				turn.giveBack(this.context.now());
			}
		}
	}

	/** Waits until the entry is confirmed to be written, or the term is over. */
	private void write(LibraryNotes notes, TickEntry entry, Leadership term) throws InterruptedException {
		try {
			notes.note(this.key, entry.text()).toCompletableFuture().get();
		}
		catch (ExecutionException ex) {
			throw new LeadershipLostException(term.election(), term.fencingToken(), ex);
		}
	}

	Instant now() {
		return this.context.now();
	}

	TickContext context() {
		return this.context;
	}

	/** Resets the problem when a tick was finished. */
	void resetProblem() {
		this.problem = null;
	}

	/** Logs once per term what keeps the job from running. */
	void fails(long token, RuntimeException failure) {
		Problem problem = new Problem(token, String.valueOf(failure.getMessage()));
		if (!problem.equals(this.problem)) {
			this.problem = problem;
			logger.warn("{} does not run: {}", this.description.where(), problem.text());
		}
	}

	private void counted(TickOutcome outcome, int number) {
		this.context.listeners().counted(this.description.election(), this.description.tick(), outcome, number);
		String tick = this.description.tick();
		switch (outcome) {
			case GIVEN_UP ->
				warn("Tick \"" + tick + "\" is given up: it was started as often as maxAttempts allows, and "
						+ "never finished. Find out what ended the instances that ran it");
			case CLOCK ->
				warn("Tick \"" + tick + "\" was noted far in the future by a leader whose clock was wrong. The "
						+ "job continues with the current tick. Check the clocks of all instances");
			case MISSED -> logger.info("{} of tick \"{}\" in election '{}' are skipped", number, tick,
					this.description.election());
			case CAUGHT_UP, REPEATED -> logger.info("Tick \"{}\" of election '{}' is {} by this leader", tick,
					this.description.election(), (outcome == TickOutcome.REPEATED) ? "run again" : "caught up");
			default -> {
			}
		}
	}

	private void warn(String problem) {
		this.problem = new Problem(this.token, problem);
		logger.warn(problem);
	}

	TickStatus status(@Nullable Leadership term) {
		TickStatus.Last last = null;
		Problem known = this.problem;
		String problem = null;
		if (term != null) {
			problem = (known != null && known.token() == term.fencingToken()) ? known.text() : null;
			try {
				String noted = LibraryNotes.of(term).find(this.key);
				last = (noted != null) ? TickStatus.Last.of(TickEntry.parse(noted)) : null;
			}
			catch (IllegalArgumentException | IllegalStateException ex) {
				problem = ex.getMessage();
			}
		}
		return new TickStatus(this.description.election(), this.description.tick(), this.moments.hash(),
				this.moments.next(this.context.now()), last, this.lane.isBusy(), problem);
	}

}
