/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.once;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.Candidacy;
import io.leaderelection.CheckpointUnknownException;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipListener;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.OnceWork;
import io.leaderelection.Registration;
import io.leaderelection.RunOnceException;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.engine.Companion;
import io.leaderelection.engine.ElectionLoop;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Durations;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Runs work that one candidate does for all. Each work has an election, whose leader does
 * the work on the thread of the caller and records that it is done. Safe to use from any
 * thread.
 */
public final class OnceRuns implements Companion {

	/** The checkpoint with the time when the work was done. */
	public static final String DONE = "done";

	private final Instance instance;

	private final TimeSystem time;

	private final AsyncLog log;

	private final Function<ElectionKey, Candidacy> join;

	private final BooleanSupplier stopped;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	/** The work that a thread of this instance does, or waits to do. */
	private final Set<String> names = new HashSet<>();

	/** The fencing token of the last term of each work, by name. */
	private final Map<String, Long> tokens = new HashMap<>();

	/**
	 * Creates an object without any work.
	 * @param instance this instance
	 * @param loop the loop of the engine
	 * @param join joins the election of a work
	 * @param stopped returns whether elections were stopped and not started again
	 */
	public OnceRuns(Instance instance, ElectionLoop loop, Function<ElectionKey, Candidacy> join,
			BooleanSupplier stopped) {
		this.instance = instance;
		this.time = loop.time();
		this.log = loop.log();
		this.join = join;
		this.stopped = stopped;
		loop.onLook(this::wake);
	}

	@Override
	public void stopped() {
		wake();
	}

	/**
	 * Runs work unless it was done, and waits while another instance does it.
	 * @param <X> what the work throws
	 * @param name the name of the work
	 * @param work the work
	 * @param timeout how long to wait for the turn to do it
	 * @return whether it was done here, now
	 * @throws X as the work does
	 */
	public <X extends Exception> boolean run(String name, OnceWork<X> work, Duration timeout) throws X {
		ElectionKey key = new ElectionKey(this.instance.namespace(), ElectionKey.checkElection(name)).once();
		check(name, timeout);
		if (!this.instance.leads()) {
			this.log.info("Work '{}' is not done here: this instance never leads", name);
			return false;
		}
		Leadership caller = LeadershipContext.get();
		if (caller != null && caller.election().equals(key.election())) {
			throw new IllegalStateException("Work '" + name + "', which is done once, calls runOnce with its own name, "
					+ "and would wait for itself. Use another name for what belongs to it");
		}
		long deadline = this.time.ticker().nanos() + Durations.nanos(timeout);
		Wait here = new Wait(name, this.instance.candidate().get(), timeout, deadline, null);
		await(here, () -> this.names.add(name) ? name : null);
		try (Candidacy candidacy = this.join.apply(key)) {
			Registration listener = candidacy.election().addListener(new LeadershipListener() {

				@Override
				public void granted(Leadership leadership) {
					wake();
				}

			});
			Wait turn = new Wait(name, this.instance.candidate().get(), timeout, deadline, candidacy.election());
			try (GuardedCall call = await(turn, () -> enter(name, candidacy.election()))) {
				return run(name, work, call);
			}
			finally {
				listener.remove();
			}
		}
		finally {
			this.lock.lock();
			try {
				this.names.remove(name);
			}
			finally {
				this.lock.unlock();
			}
			wake();
		}
	}

	/** Enters a term, but not that of a former call, which ends. */
	private @Nullable GuardedCall enter(String name, LeaderElection election) {
		GuardedCall call = election.tryEnter(OnLoss.INTERRUPT);
		if (call == null) {
			return null;
		}
		long token = call.leadership().fencingToken();
		Long former = this.tokens.put(name, token);
		if (former != null && former == token) {
			call.close();
			return null;
		}
		return call;
	}

	private void check(String name, Duration timeout) {
		if (timeout.isNegative() || timeout.isZero()) {
			throw new IllegalArgumentException("The timeout of work '" + name + "', which is done once, is " + timeout
					+ ". Use a duration above 0s");
		}
		if (!this.instance.traits().checkpoints()) {
			throw new UnsupportedOperationException("Work '" + name + "' is to be done once, which is recorded in a "
					+ "checkpoint, but the store '" + this.instance.traits().name()
					+ "' has no checkpoints. If it does, declare them in its StoreTraits, or use another store");
		}
	}

	private <X extends Exception> boolean run(String name, OnceWork<X> work, GuardedCall call) throws X {
		Leadership term = call.leadership();
		String done = done(name, term);
		if (done != null) {
			this.log.info("Work '{}' was done at {}", name, done);
			return false;
		}
		this.log.info("Work '{}' begins. Other instances wait for it", name);
		try {
			work.run(term);
		}
		catch (Throwable ex) {
			if (call.interrupted() || ex instanceof LeadershipLostException) {
				throw lost(term, ex);
			}
			throw ex;
		}
		try {
			note(term);
		}
		catch (LeadershipLostException ex) {
			throw lost(term, ex);
		}
		this.log.info("Work '{}' is done, and recorded as done", name);
		return true;
	}

	private static @Nullable String done(String name, Leadership term) {
		try {
			return term.checkpoints().get(DONE);
		}
		catch (IllegalStateException ex) {
			throw new IllegalStateException(
					"Whether work '" + name + "' was done is not known: the record of election '" + term.election()
							+ "' has checkpoints that this version does not understand. Delete the record in "
							+ "the store while nobody does the work, or use another name",
					ex);
		}
	}

	private static LeadershipLostException lost(Leadership term, Throwable cause) {
		return new LeadershipLostException(term.election(), term.fencingToken(),
				"The work may not be recorded as done, so the next leader may do it again", cause);
	}

	/**
	 * Records that the work is done, and returns when the store has confirmed it. An
	 * interrupt that came meanwhile does not matter, because the work is done.
	 */
	private void note(Leadership term) {
		boolean interrupted = Thread.interrupted();
		try {
			noteUninterrupted(term);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void noteUninterrupted(Leadership term) {
		String now = Instant.ofEpochMilli(this.time.wallClock().millis()).toString();
		boolean noted = false;
		while (!noted) {
			try {
				term.checkpoint(DONE, now);
				noted = true;
			}
			catch (CheckpointUnknownException ex) {
				// Repeated while the term lasts, unless the thread is interrupted
				if (Thread.currentThread().isInterrupted()) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Wakes waiting threads, because their condition may be true now. Also called with
	 * each look of the loop.
	 */
	private void wake() {
		this.lock.lock();
		try {
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Waits until an attempt returns a result. */
	private <T> T await(Wait wait, Supplier<@Nullable T> attempt) {
		this.lock.lock();
		try {
			T result = attempt.get();
			while (result == null) {
				long left = wait.deadline() - this.time.ticker().nanos();
				if (this.stopped.getAsBoolean()) {
					throw wait
						.failure("The elections of this instance were stopped while it waited: its application is "
								+ "closed, or code stopped them. Call runOnce again when they are started");
				}
				if (left <= 0) {
					throw wait.timedOut();
				}
				this.changed.awaitNanos(left);
				result = attempt.get();
			}
			return result;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw wait.failure("The thread was interrupted while it waited. Call runOnce again unless the "
					+ "application is closed");
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The instance whose threads do the work.
	 *
	 * @param namespace the namespace of its elections
	 * @param candidate returns its candidate id
	 * @param traits the traits of its store
	 * @param leads whether it may lead
	 */
	public record Instance(String namespace, Supplier<String> candidate, StoreTraits traits, boolean leads) {
	}

	/**
	 * A wait for the turn to do the work.
	 *
	 * @param instance the instance that waits
	 * @param election the election of the work, or {@code null} while another thread of
	 * this instance has its turn
	 */
	private record Wait(String name, String instance, Duration timeout, long deadline,
			@Nullable LeaderElection election) {

		RunOnceException timedOut() {
			Leader leader = leader();
			String longer = "Give runOnce a longer timeout if the work takes longer";
			String found;
			if (this.election == null) {
				found = "Another thread of this instance does it, or waits for its turn. " + longer;
			}
			else if (leader != null && leader.id().equals(this.instance)) {
				found = "This instance leads its election, but the store has not confirmed that. Check that the store "
						+ "can be reached";
			}
			else if (leader != null) {
				found = "'" + leader.id() + "' leads its election since " + leader.since() + ", so look at its log. "
						+ longer + ", or end that instance if it hangs: another one then does the work";
			}
			else {
				String error = this.election.status().lastError();
				found = "No instance is known to do it" + ((error != null) ? ": " + error : "")
						+ ". Check that the store can be reached";
			}
			return failure("The wait of " + this.timeout + " is over. " + found);
		}

		RunOnceException failure(String reason) {
			return new RunOnceException(this.name, reason, leader());
		}

		private @Nullable Leader leader() {
			return (this.election != null) ? this.election.leader().orElse(null) : null;
		}

	}

}
