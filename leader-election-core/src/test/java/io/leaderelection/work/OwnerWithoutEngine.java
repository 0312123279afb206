/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.StuckTask;
import io.leaderelection.TransitionCause;
import io.leaderelection.delivery.AsyncLog;

/**
 * An owner of a term without an engine. Delivers and cancels at once, on the calling
 * thread.
 */
public class OwnerWithoutEngine implements TermOwner {

	/** How often the work of the term was reported as over. */
	public final AtomicInteger ended = new AtomicInteger();

	/** The requested writes, in order. */
	final List<Map<String, String>> noted = new ArrayList<>();

	/** Delayed tasks, which never run because time stands still. */
	final List<Runnable> later = new ArrayList<>();

	private final TermHome home;

	public OwnerWithoutEngine() {
		this("billing");
	}

	OwnerWithoutEngine(String name) {
		this.home = new TermHome(name, Duration.ZERO, Duration.ofSeconds(2), true,
				new AsyncLog(LeaderElection.class, Runnable::run), () -> 0,
				new TermHome.Lines(Runnable::run, Runnable::run, Runnable::run), (delay, task) -> this.later.add(task),
				this::report);
	}

	@Override
	public TermHome home() {
		return this.home;
	}

	@Override
	public boolean isValid(long token) {
		return true;
	}

	@Override
	public Duration remaining(long token) {
		return Duration.ZERO;
	}

	@Override
	public boolean leads(Leadership term) {
		return true;
	}

	@Override
	public CompletionStage<Void> stepDown(Duration coolDown, TransitionCause cause) {
		throw new UnsupportedOperationException("There is no engine to hand over");
	}

	/** Called when a task does not end. */
	void report(StuckTask stuck) {
		throw new AssertionError("No task runs here, but " + stuck.task() + " is stuck");
	}

	@Override
	public void note(long token, long request, Map<String, String> values) {
		this.noted.add(values);
	}

	@Override
	public void workEnded(long token) {
		this.ended.incrementAndGet();
	}

}
