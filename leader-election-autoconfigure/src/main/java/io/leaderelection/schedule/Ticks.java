/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.leaderelection.NotLeaderException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.DisposableBean;

/**
 * The methods of the application that run
 * {@linkplain io.leaderelection.annotation.OncePerTick once per tick}. Returns their
 * status, and runs one on request. Thread-safe.
 */
public class Ticks implements DisposableBean, AopInfrastructureBean {

	/** Not a method: Spring reads those of each bean, and loads the types they name. */
	final TickJobs jobs;

	Ticks(TickJobs jobs) {
		this.jobs = jobs;
	}

	/**
	 * Returns the tick that the job on the calling thread runs. It is the same if the
	 * tick is run again, so it can serve to recognize work that is already done.
	 * @return the tick, or empty outside a job, on other threads that a job uses, and in
	 * a run on request
	 */
	public static Optional<Instant> current() {
		return Optional.ofNullable(TickCall.current());
	}

	/**
	 * Returns the status of all jobs.
	 * @return an entry for each job, in no particular order
	 */
	public List<TickStatus> all() {
		return this.jobs.all();
	}

	/**
	 * Returns the status of the jobs of an election.
	 * @param election the name of the election
	 * @return an entry for each of its jobs, in no particular order
	 */
	public List<TickStatus> of(String election) {
		return this.jobs.of(election);
	}

	/**
	 * Runs a job immediately: on the leader, under its guard, never at the same time as
	 * another run of the job, and without counting as a tick. Returns immediately; the
	 * job runs on its scheduler, also if scheduling is not enabled or its cron is "-".
	 * @param election the name of the election
	 * @param tick the name of the tick
	 * @throws IllegalArgumentException if there is no such tick
	 * @throws NotLeaderException if this instance does not lead the election
	 * @throws IllegalStateException if the job is running, or its scheduler shuts down
	 */
	public void runNow(String election, String tick) {
		this.jobs.runNow(election, tick);
	}

	/**
	 * Runs a job as {@link #runNow(String, String)} does, for a tick name that is unique
	 * in the application.
	 * @param tick the name of the tick
	 * @throws IllegalArgumentException if there is no such tick, or more than one
	 * @throws NotLeaderException if this instance does not lead the election
	 * @throws IllegalStateException if the job is running, or its scheduler shuts down
	 */
	public void runNow(String tick) {
		this.jobs.runNow(tick);
	}

	/**
	 * Calls a job as its scheduler does, but on the calling thread, for applications with
	 * another scheduler. The job runs if this instance leads and the current tick was not
	 * run. Returns when the method has returned.
	 * @param tick the name of the tick, unique in the application
	 * @return the result of the method, or of a skipped call
	 * @throws IllegalArgumentException if there is no such tick, or more than one
	 * @throws IllegalStateException if the application has not started
	 */
	public @Nullable Object call(String tick) {
		return this.jobs.call(tick);
	}

	/**
	 * Returns when a job is due.
	 * @param tick the name of the tick, unique in the application
	 * @param after the instant to search from
	 * @return the first time after that, or {@code null} if there is none
	 * @throws IllegalArgumentException if there is no such tick, or more than one
	 */
	public @Nullable Instant next(String tick, Instant after) {
		return this.jobs.next(tick, after);
	}

	@Override
	public void destroy() {
		this.jobs.destroy();
	}

}
