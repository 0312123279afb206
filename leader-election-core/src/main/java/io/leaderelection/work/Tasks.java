/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Registration;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one election. Used only by the loop, unless stated otherwise.
 */
public final class Tasks {

	private final TermOwner owner;

	private final TermHome home;

	private final WorkLoop loop;

	private final Duration drainTimeout;

	private final Duration coolDown;

	/**
	 * Time for the task to get the exception of an unanswered checkpoint before it is
	 * interrupted.
	 */
	private static final Duration MARGIN = Duration.ofSeconds(1);

	private final List<Task> tasks = new ArrayList<>();

	/** The current term, if any. */
	private @Nullable Term term;

	private int nameless;

	/**
	 * Creates an object without tasks.
	 * @param owner the election
	 * @param loop the loop
	 * @param drainTimeout the time after which a cancelled task counts as stuck
	 * @param coolDown the shortest time that a candidate whose task failed does not
	 * contend
	 */
	public Tasks(TermOwner owner, WorkLoop loop, Duration drainTimeout, Duration coolDown) {
		this.owner = owner;
		this.home = owner.home();
		this.loop = loop;
		this.drainTimeout = drainTimeout;
		this.coolDown = coolDown;
	}

	/**
	 * Adds a task, which begins now if there is a term. May be called on any thread.
	 * @param work the work
	 * @param options its options
	 * @return a registration that ends the task
	 * @throws IllegalArgumentException if the longest silence is too short for writing a
	 * checkpoint
	 */
	public Registration add(LeaderWork work, LeaderWorkOptions options) {
		checkSilence(options.maxSilence());
		String name = name(options);
		LeaderWork observed = this.loop.taskObserver().observe(this.home.name(), name, work);
		Task task = new Task(observed, name, options, this.owner, this.loop, this.drainTimeout, this.coolDown);
		this.loop.execute(() -> {
			this.tasks.add(task);
			Term term = this.term;
			if (term != null) {
				task.granted(term);
			}
		});
		return () -> {
			Thread caller = Thread.currentThread();
			this.loop.execute(() -> {
				task.remove(caller);
				dropRemoved();
			});
		};
	}

	private void checkSilence(@Nullable Duration maxSilence) {
		Duration least = this.home.noteTimeout().plus(MARGIN);
		if (maxSilence != null && maxSilence.compareTo(least) < 0) {
			throw new IllegalArgumentException("The longest silence of leader work is " + maxSilence.toMillis()
					+ " ms, which is less than two operation timeouts and a second of election '" + this.home.name()
					+ "', " + least.toMillis()
					+ " ms: a checkpoint that is written slowly would look like a stall. Allow " + least.toMillis()
					+ " ms or more, or lower the operation timeout");
		}
	}

	private synchronized String name(LeaderWorkOptions options) {
		String name = options.name();
		return (name != null) ? name : this.home.name() + "-" + ++this.nameless;
	}

	/**
	 * A term has begun.
	 * @param term the term
	 */
	public void granted(Term term) {
		this.term = term;
		List.copyOf(this.tasks).forEach((task) -> task.granted(term));
	}

	/** Called with each look: tries again what failed. */
	public void look() {
		for (int i = 0; i < this.tasks.size(); i++) {
			this.tasks.get(i).look();
		}
		dropRemoved();
	}

	/**
	 * Drops removed tasks whose runs are over; until then they may have to be reported.
	 */
	private void dropRemoved() {
		this.tasks.removeIf(Task::isOver);
	}

	/** The term has ended, or a handover has begun. */
	public void ended() {
		this.term = null;
		List.copyOf(this.tasks).forEach(Task::ended);
	}

	/** The drain timeout has passed. */
	public void reportStuck() {
		List.copyOf(this.tasks).forEach(Task::reportIfStuck);
	}

}
