/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import io.leaderelection.history.TickJob;
import io.leaderelection.history.WorkKind;

/**
 * Work of the leader, which writes to the ledger.
 */
class ProbeWork {

	/** The election of the sample. */
	static final String ELECTION = "invoices";

	private static final Duration TASK_PAUSE = Duration.ofMillis(100);

	/** One call in so many takes long, so that losses interrupt running work. */
	private static final int LONG_ONE_IN = 10;

	private static final int LONG_STEPS = 40;

	private static final int ONCE_STEPS = 20;

	private static final long STEP_MILLIS = 10;

	/** The interval at which a job writes. */
	private static final long WRITE_MILLIS = 100;

	private final String process;

	private final HistoryWriter history;

	private final FencedLedger ledger;

	private final AtomicLong works = new AtomicLong();

	private final AtomicLong writes = new AtomicLong();

	private final Random random = new Random();

	ProbeWork(String process, HistoryWriter history, FencedLedger ledger) {
		this.process = process;
		this.history = history;
		this.ledger = ledger;
	}

	/**
	 * A guarded call.
	 * @param requested stamp before the guard was called
	 */
	@OnLeader(ELECTION)
	void call(long requested) throws InterruptedException, IOException {
		int steps = (this.random.nextInt(LONG_ONE_IN) == 0) ? LONG_STEPS : 1;
		run(begin(WorkKind.CALL, requested, Leadership.current()), (token, of) -> {
			for (int i = 0; i < steps; i++) {
				write(token, of);
				pause();
			}
		});
	}

	/**
	 * Runs for a whole term.
	 * @param leadership the term
	 */
	@LeaderTask(ELECTION)
	void task(Leadership leadership) throws InterruptedException, IOException {
		run(begin(WorkKind.TASK, System.nanoTime(), leadership), (token, of) -> {
			do {
				write(token, of);
			}
			while (!leadership.awaitEnd(TASK_PAUSE));
		});
	}

	/**
	 * Runs a job for a tick.
	 * @param job the job
	 * @param tick the time of the tick
	 */
	void tick(TickJob job, Instant tick) throws InterruptedException, IOException {
		HistoryEvent begin = begin(WorkKind.TICK, System.nanoTime(), Leadership.current()).with("job", job.text())
			.with("tick", tick.toEpochMilli());
		run(begin, (token, of) -> {
			for (long left = job.lasts().toMillis(); left > 0; left -= STEP_MILLIS) {
				if (left % WRITE_MILLIS == 0) {
					write(token, of);
				}
				pause();
			}
			write(token, of);
		});
	}

	/**
	 * Does work that is done once for all instances.
	 * @param name the name of the work
	 * @param leadership the term in which it is done
	 */
	void onceForAll(String name, Leadership leadership) throws InterruptedException, IOException {
		run(begin(WorkKind.ONCE, System.nanoTime(), leadership).in(name), (token, of) -> {
			for (int i = 0; i < ONCE_STEPS; i++) {
				pause();
			}
		});
	}

	private HistoryEvent begin(WorkKind kind, long requested, Leadership leadership) {
		return event(EventKind.WORK_BEGIN, requested, leadership.fencingToken()).with("n", this.works.incrementAndGet())
			.with("work", kind.text());
	}

	private void run(HistoryEvent begin, Work work) throws InterruptedException, IOException {
		long token = begin.requireToken();
		long n = begin.number("n");
		this.history.write(begin);
		String outcome = "failed";
		try {
			work.run(token, n);
			outcome = "done";
		}
		catch (InterruptedException ex) {
			outcome = "interrupted";
			throw ex;
		}
		finally {
			writeEnd(begin, System.nanoTime(), outcome);
		}
	}

	/**
	 * Writes the end of work, and waits for memory if there is none: without this event
	 * the checker would consider the work still running.
	 */
	private void writeEnd(HistoryEvent begin, long at, String outcome) {
		while (true) {
			try {
				this.history.write(HistoryEvent.of(EventKind.WORK_END, at, System.nanoTime())
					.in(begin.election())
					.withToken(begin.requireToken())
					.with("n", begin.number("n"))
					.with("work", begin.text("work"))
					.with("outcome", outcome));
				return;
			}
			catch (OutOfMemoryError ex) {
				HistoryWriter.awaitMemory();
			}
		}
	}

	private void write(long token, long of) throws InterruptedException, IOException {
		long n = this.writes.incrementAndGet();
		long before = System.nanoTime();
		Long sequence = this.ledger.append(token, this.process, n);
		HistoryEvent event = event(EventKind.WRITE, before, token).with("n", n)
			.with("of", of)
			.with("accepted", sequence != null);
		this.history.write((sequence != null) ? event.with("sequence", sequence) : event);
	}

	private static HistoryEvent event(EventKind kind, long before, long token) {
		return HistoryEvent.of(kind, before, System.nanoTime()).in(ELECTION).withToken(token);
	}

	private static void pause() throws InterruptedException {
		// Stands for other work, which only an interrupt ends
		Object monitor = new Object();
		synchronized (monitor) {
			long end = System.nanoTime() + STEP_MILLIS * 1_000_000;
			while (System.nanoTime() - end < 0) {
				monitor.wait(STEP_MILLIS);
			}
		}
	}

	private interface Work {

		void run(long token, long of) throws InterruptedException, IOException;

	}

}
