/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.StuckTask;
import io.leaderelection.TransitionCause;
import io.leaderelection.WhenDone;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.work.TaskRun.TaskWork;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs while this candidate leads, in at most one run at a time. A run
 * belongs to one term; {@link Term}, which knows the thread, interrupts it. All decisions
 * are made on the loop.
 */
final class Task {

	/** The delay while the term is unconfirmed, or about to end. */
	private static final Duration NOT_NOW = Duration.ofMillis(100);

	/** The delay after there was no thread, which is not a failure of the task. */
	private static final Duration NO_THREAD = Duration.ofMillis(500);

	private final TaskWork work;

	private final String name;

	private final TermOwner owner;

	private final TermHome home;

	private final WorkLoop loop;

	private final Duration drainTimeout;

	private final Executor executor;

	private final TaskFailures failures;

	/** The term in which the work is still to be done, if any. */
	private @Nullable Term term;

	private @Nullable TaskRun run;

	/** Used while there is a term and no run. */
	private long launchAt;

	private boolean threadless;

	private boolean removed;

	Task(LeaderWork work, String name, LeaderWorkOptions options, TermOwner owner, WorkLoop loop, Duration drainTimeout,
			Duration coolDown) {
		this.work = new TaskWork(work, options);
		this.name = name;
		this.owner = owner;
		this.home = owner.home();
		this.loop = loop;
		this.drainTimeout = drainTimeout;
		this.failures = new TaskFailures(options.stepDownAfter(), coolDown);
		this.executor = this.loop.time().taskExecutor("leader-task-" + name);
	}

	private LeaderWorkOptions options() {
		return this.work.options();
	}

	/** A term has begun. */
	void granted(Term term) {
		if (!this.removed) {
			this.term = term;
			this.launchAt = now();
			this.failures.began();
			launch();
		}
	}

	/** Does what is due. */
	void look() {
		TaskRun run = this.run;
		if (run == null) {
			if (this.term != null && now() - this.launchAt >= 0) {
				launch();
			}
		}
		else if (run.result.isKnown()) {
			over(run);
		}
		else if (!run.watch.begun) {
			if (isSilent(run)) {
				stalled(run);
			}
		}
		else if (since(run.watch.cancelledAt).compareTo(this.drainTimeout) >= 0) {
			reportIfStuck(run);
		}
	}

	void ended() {
		this.term = null;
		TaskRun run = this.run;
		if (run != null && !run.watch.begun) {
			this.failures.worked(since(run.progress.startedAt));
		}
		watchRun();
	}

	/**
	 * Ends the task.
	 * @param caller the calling thread, which is not interrupted if it is that of the
	 * task
	 */
	void remove(Thread caller) {
		this.removed = true;
		this.term = null;
		TaskRun run = this.run;
		if (run != null) {
			run.cancel(caller);
			watchRun();
		}
	}

	/** Returns whether the task was removed and no longer runs. */
	boolean isOver() {
		return this.removed && this.run == null;
	}

	private void launch() {
		Term term = this.term;
		if (term == null || this.run != null) {
			return;
		}
		if (!this.owner.leads(term)) {
			launchLater(NOT_NOW);
			return;
		}
		TaskRun run = new TaskRun(this.work, this.owner, this.loop, term, this::returned, this::over);
		this.run = run;
		Throwable refused = ForeignCode.call(this.executor::execute, run);
		if (refused != null) {
			this.run = null;
			if (!this.threadless) {
				this.home.log()
					.warn("Task '{}' of election '{}' has no thread to run on. It is tried again every {} ms",
							this.name, this.home.name(), NO_THREAD.toMillis(), refused);
			}
			launchLater(NO_THREAD);
		}
		this.threadless = refused != null;
		if (refused == null) {
			watchSilence(run);
		}
	}

	private void launchLater(Duration delay) {
		this.launchAt = now() + delay.toNanos();
		// Not launch(): after a look that preceded the timer, another delay may have
		// begun
		this.loop.later(delay, this::look);
	}

	@SuppressWarnings("ReferenceEquality") // a term is an object
	private boolean isToBeDoneIn(Term term) {
		return this.term == term;
	}

	/** Called before the run leaves the term, so that no later term can have begun. */
	@SuppressWarnings("FutureReturnValueIgnored") // nobody waits, and it does not fail
	private void returned(TaskRun run) {
		if (isToBeDoneIn(run.term)) {
			this.failures.reset();
			if (options().whenDone() == WhenDone.STEP_DOWN) {
				this.term = null;
				this.owner.stepDown(this.home.coolDown(), TransitionCause.STEP_DOWN);
			}
		}
	}

	@SuppressWarnings("ReferenceEquality") // a run is an object
	private void over(TaskRun run) {
		if (this.run != run) {
			return;
		}
		Throwable thrown = run.result.thrown;
		this.run = null;
		this.launchAt = now() + NOT_NOW.toNanos();
		if (run.watch.reported) {
			this.home.log()
				.info("Task '{}' of election '{}' has ended after all, {} s after it was cancelled", this.name,
						this.home.name(), since(run.watch.cancelledAt).toSeconds());
		}
		if (isToBeDoneIn(run.term)) {
			if (thrown == null && run.result.entered) {
				returned(run);
				this.term = null;
			}
			else if (thrown == null || TaskFailures.isLossOf(run.term, thrown)) {
				launchLater(NOT_NOW);
			}
			else {
				failed(run, thrown);
			}
			return;
		}
		if (thrown != null) {
			logEndOfCancelled(thrown);
		}
		// A later term has begun meanwhile
		launch();
	}

	private void failed(TaskRun run, Throwable thrown) {
		this.failures.worked(Duration.ofNanos(run.progress.madeAt() - run.progress.startedAt));
		if (this.failures.failed()) {
			Duration away = stepDown(TransitionCause.TASK_FAILED);
			this.home.log()
				.warn("Task '{}' of election '{}' failed (failures in a row: {}). This candidate steps down and does not "
						+ "contend again for {} ms", this.name, this.home.name(), options().stepDownAfter(),
						away.toMillis(), thrown);
			return;
		}
		Duration delay = this.failures.backOff(since(run.progress.startedAt));
		this.home.log()
			.warn("Task '{}' of election '{}' failed. It is run again in {} ms if this candidate still leads",
					this.name, this.home.name(), delay.toMillis(), thrown);
		launchLater(delay);
	}

	/** Returns how long this candidate does not contend. */
	@SuppressWarnings("FutureReturnValueIgnored") // nobody waits, and it does not fail
	private Duration stepDown(TransitionCause cause) {
		Duration away = this.failures.handOver();
		this.owner.stepDown(away, cause);
		this.term = null;
		return away;
	}

	private void logEndOfCancelled(Throwable thrown) {
		for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
			if (cause instanceof InterruptedException || cause instanceof LeadershipLostException
					|| cause instanceof ClosedByInterruptException) {
				this.home.log().debug("Task '{}' of election '{}' was cancelled", this.name, this.home.name(), thrown);
				return;
			}
		}
		this.home.log()
			.warn("Task '{}' of election '{}' failed when it was cancelled", this.name, this.home.name(), thrown);
	}

	// Runs that report no progress

	/** Looks again at the exact time when the run could have been silent for too long. */
	private void watchSilence(TaskRun run) {
		Duration maxSilence = options().maxSilence();
		Duration left = (maxSilence != null) ? maxSilence.minus(since(run.progress.madeAt())) : Duration.ZERO;
		if (!left.isNegative() && !left.isZero() && !run.result.isKnown() && !run.watch.begun) {
			this.loop.later(left, () -> {
				if (run.equals(this.run)) {
					look();
					watchSilence(run);
				}
			});
		}
	}

	private boolean isSilent(TaskRun run) {
		Duration maxSilence = options().maxSilence();
		return maxSilence != null && isToBeDoneIn(run.term) && since(run.progress.madeAt()).compareTo(maxSilence) >= 0;
	}

	/** Steps down; the handover interrupts the run like all tasks. */
	private void stalled(TaskRun run) {
		long progressAt = run.progress.madeAt();
		this.failures.worked(Duration.ofNanos(progressAt - run.progress.startedAt));
		Duration away = stepDown(TransitionCause.STALLED);
		watchRun();
		// Taken before the handover interrupts the thread
		ThreadStack stack = new ThreadStack(run.thread);
		this.home.log()
			.warn("Task '{}' of election '{}' has reported no progress for {} ms, longer than its maxSilence. This "
					+ "candidate steps down, interrupts the task, and does not contend again for {} ms, nor before "
					+ "the task has returned. Thread '{}' is here:", this.name, this.home.name(),
					since(progressAt).toMillis(), away.toMillis(), stack.thread, stack);
	}

	// Runs that do not end

	private void watchRun() {
		TaskRun run = this.run;
		if (run != null && !run.watch.begun) {
			run.watch.begun = true;
			run.watch.cancelledAt = now();
		}
	}

	/** The drain timeout has passed. */
	void reportIfStuck() {
		TaskRun run = this.run;
		if (run != null && run.watch.begun) {
			reportIfStuck(run);
		}
	}

	@SuppressWarnings("ReferenceEquality") // a run is an object
	private void reportIfStuck(TaskRun run) {
		if (this.run != run || run.watch.reported) {
			return;
		}
		ThreadStack stack = new ThreadStack(run.thread);
		run.interrupt();
		Duration since = since(run.watch.cancelledAt);
		this.home.stuck()
			.accept(new StuckTask(this.home.name(), this.name, run.term.fencingToken(), since,
					List.of(stack.getStackTrace())));
		run.watch.reported = true;
		this.home.log()
			.warn("Task '{}' of election '{}' was cancelled {} s ago and has not ended. While it runs this candidate "
					+ "neither releases its lease nor contends again. It is interrupted once more; let it return "
					+ "when it is interrupted. Thread '{}' is here:", this.name, this.home.name(), since.toSeconds(),
					stack.thread, stack);
	}

	private long now() {
		return this.loop.time().ticker().nanos();
	}

	private Duration since(long ticker) {
		return Duration.ofNanos(now() - ticker);
	}

}
