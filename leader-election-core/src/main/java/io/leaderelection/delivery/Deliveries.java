/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;

/**
 * The threads of an engine that run what may block, each kind on its own, and its log.
 * Safe to use from any thread.
 */
public final class Deliveries implements AutoCloseable {

	/** How many callbacks, or cancellations, of an election may run at once. */
	private static final int AT_ONCE = 8;

	private final Delivery events;

	private final Delivery cancellations;

	private final Delivery callbacks;

	private final Delivery.Line logLine;

	private final AsyncLog log;

	private final WarningBursts bursts;

	private final Ticker ticker;

	private final Duration lease;

	/**
	 * Creates deliveries without tasks.
	 * @param time the time and the threads to use
	 * @param lease the lease duration, for logs of failures
	 */
	public Deliveries(TimeSystem time, Duration lease) {
		this.ticker = time.ticker();
		this.lease = lease;
		this.events = new Delivery(time, "leader-election-events");
		this.cancellations = new Delivery(time, "leader-election-cancellations");
		this.callbacks = new Delivery(time, "leader-election-callbacks");
		this.logLine = this.events.lineOfLog();
		this.log = new AsyncLog(LeaderElection.class, this.logLine);
		this.bursts = new WarningBursts(this.log, this.ticker);
	}

	/**
	 * Returns the log, which is written on another thread.
	 * @return the log
	 */
	public AsyncLog log() {
		return this.log;
	}

	/**
	 * Returns a log for failures.
	 * @param what what the messages are about
	 * @return the log
	 */
	public ElectionLog newLog(String what) {
		return new ElectionLog(what, this.log, this.bursts, this.ticker, this.lease);
	}

	/**
	 * Returns the lines of an election.
	 * @param election its name
	 * @return the lines
	 */
	public Lines lines(String election) {
		return new Lines(this.events.line("listener", election, 1, this.log),
				this.cancellations.line("cancellation of work", election, AT_ONCE, this.log), callbacks(election));
	}

	/**
	 * Returns a line for callbacks of stages, which are not behind listeners.
	 * @param election the name of the election
	 * @return the line
	 */
	public Delivery.Line callbacks(String election) {
		return this.callbacks.line("callback of a stage", election, AT_ONCE, this.log);
	}

	/**
	 * Returns what has to run about twice a second, whether or not one of them fails.
	 * @return the actions
	 */
	public List<Runnable> looks() {
		return List.of(this.bursts::look, this.logLine::look, this.events::look, this.cancellations::look,
				this.callbacks::look);
	}

	/** Writes what is left of the log, because the process may end before others do. */
	public void flushLog() {
		this.bursts.end();
		this.logLine.runWaiting();
	}

	@Override
	public void close() {
		this.events.close();
		this.cancellations.close();
		this.callbacks.close();
	}

	/**
	 * The lines of an election.
	 *
	 * @param events the events of listeners, one after the other
	 * @param cancellations cancellations of work, which has to end at once
	 * @param callbacks callbacks of stages, which are not behind listeners
	 */
	public record Lines(Delivery.Line events, Delivery.Line cancellations, Delivery.Line callbacks) {

		/** Begins waiting tasks. Has to be called about twice a second. */
		public void look() {
			this.events.look();
			this.cancellations.look();
			this.callbacks.look();
		}

	}

}
