/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import io.leaderelection.history.LedgerEntry;
import io.leaderelection.history.RunFolder;
import io.leaderelection.history.RunProperties;
import io.leaderelection.history.TickJob;
import io.leaderelection.history.WorkKind;
import org.jspecify.annotations.Nullable;

/**
 * A synthetic run for tests. Stamps are given in milliseconds.
 */
final class SyntheticRun {

	/** The lease in milliseconds. */
	static final long LEASE = 2000;

	static final long MARGIN = 200;

	static final long RETRY = 500;

	private static final String ELECTION = "chaos";

	private static final String FURTHER = "further";

	private final Path folder;

	private final List<LedgerEntry> ledger = new ArrayList<>();

	private String store = "redis";

	private long seconds = 60;

	private long end = 60_000;

	private int faults;

	/**
	 * Creates an empty run.
	 * @param folder the folder to write to
	 */
	SyntheticRun(Path folder) {
		this.folder = folder;
		injected(EventKind.BOOT, 0, 0);
	}

	SyntheticRun over(String store) {
		this.store = store;
		return this;
	}

	/**
	 * Sets how long the run lasted.
	 * @param seconds the duration in seconds
	 * @return this
	 */
	SyntheticRun lasting(long seconds) {
		this.seconds = seconds;
		this.end = 1000 * seconds;
		return this;
	}

	static long nanos(double millis) {
		return Math.round(millis * 1_000_000) + 1_000_000_000;
	}

	SyntheticRun write(String process, HistoryEvent event) {
		try (HistoryWriter writer = HistoryWriter.open(file(process))) {
			writer.write(event);
		}
		return this;
	}

	Path file(String process) {
		return this.folder.resolve(process + History.SUFFIX);
	}

	SyntheticRun torn(String process, String text) {
		try {
			Files.writeString(file(process), text, StandardOpenOption.APPEND, StandardOpenOption.CREATE);
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static HistoryEvent event(EventKind kind, double from, double to) {
		return HistoryEvent.of(kind, nanos(from), nanos(to)).in(ELECTION);
	}

	/** Adds many answers that the process leads, each of which took 0.01 ms. */
	SyntheticRun leads(String process, long token, double from, double to) {
		for (double at = from; at < to; at += 50) {
			double until = (at + 50 >= to) ? to : at + 49.5;
			samples(process, EventKind.LEADING, token, at, at + 0.01, until - 0.01, until, 99);
		}
		return this;
	}

	/** Adds few answers, one in 10 ms, as of a process that hardly gets a processor. */
	SyntheticRun followsSlowly(String process, double from, double to) {
		return samples(process, EventKind.IDLE, null, from, from, to, to, (int) ((to - from) / 10));
	}

	/** Adds one answer that the process leads. */
	SyntheticRun isAnswered(String process, long token, double before, double after) {
		return samples(process, EventKind.LEADING, token, before, after, before, after, 1);
	}

	/** Adds many answers that the process does not lead, two in a millisecond. */
	SyntheticRun follows(String process, double from, double to) {
		return samples(process, EventKind.IDLE, null, from, from, to, to, 2 * (int) (to - from) + 2);
	}

	private SyntheticRun samples(String process, EventKind kind, @Nullable Long token, double before, double firstAfter,
			double lastBefore, double after, int count) {
		HistoryEvent event = event(kind, before, after).with("firstAfter", nanos(firstAfter))
			.with("lastBefore", nanos(lastBefore))
			.with("count", count);
		return write(process, (token != null) ? event.withToken(token) : event);
	}

	SyntheticRun granted(String process, long token, double at) {
		return write(process, event(EventKind.GRANTED, at, at).withToken(token));
	}

	SyntheticRun revoked(String process, long token, double at, String cause) {
		return write(process, event(EventKind.REVOKED, at, at).withToken(token).with("cause", cause));
	}

	SyntheticRun deadline(String process, long token, double at, double deadline) {
		return write(process, event(EventKind.DEADLINE, at, at).withToken(token).with("deadline", nanos(deadline)));
	}

	SyntheticRun released(String process, long token, double at) {
		return write(process, event(EventKind.RELEASED, at, at).withToken(token));
	}

	SyntheticRun closed(String process, double at) {
		return write(process, HistoryEvent.of(EventKind.CLOSED, nanos(at), nanos(at)));
	}

	SyntheticRun closed(String process, double at, long errors) {
		return write(process, HistoryEvent.of(EventKind.CLOSED, nanos(at), nanos(at)).with("errors", errors));
	}

	/**
	 * Starts the time in which elections are spread over i1 and i2.
	 * @param elections the number of elections, without the preferred one
	 * @param preferred the preferred instance
	 */
	SyntheticRun spreads(int elections, String preferred) {
		return write(History.INJECTOR,
				HistoryEvent.of(EventKind.SPREAD, nanos(1000), nanos(1000))
					.with("elections", elections)
					.with("instances", "i1,i2")
					.with("preferred", preferred));
	}

	/** Adds answers that the process leads an election that is sampled less often. */
	SyntheticRun led(String process, String election, long token, double from, double to) {
		return write(process, ledEvent(election, token, from, to - 0.01, to));
	}

	static HistoryEvent ledEvent(String election, long token, double firstAfter, double lastBefore, double after) {
		return HistoryEvent.of(EventKind.LED, nanos(firstAfter - 0.01), nanos(after))
			.in(election)
			.withToken(token)
			.with("firstAfter", nanos(firstAfter))
			.with("lastBefore", nanos(lastBefore))
			.with("count", 2);
	}

	/** Adds work that is done once for all instances, to its end. */
	SyntheticRun onceForAll(String process, String name, long token, double from, double to) {
		int n = 2_000_000 + (int) from;
		HistoryEvent begin = HistoryEvent.of(EventKind.WORK_BEGIN, nanos(from), nanos(from)).in(name).withToken(token);
		HistoryEvent end = HistoryEvent.of(EventKind.WORK_END, nanos(to), nanos(to)).in(name).withToken(token);
		return write(process, begin.with("n", n).with("work", WorkKind.ONCE.text())).write(process,
				end.with("n", n).with("outcome", "done"));
	}

	/** Records that a call has learned that work is done. */
	SyntheticRun isDone(String process, String name, double at) {
		return write(process, HistoryEvent.of(EventKind.DONE, nanos(at), nanos(at)).in(name));
	}

	/** Adds a whole term, with events. */
	SyntheticRun term(String process, long token, double from, double to, String cause) {
		return granted(process, token, from).leads(process, token, from, to).revoked(process, token, to, cause);
	}

	SyntheticRun work(String process, long token, int n, double from, double to) {
		return begins(process, token, n, from).ends(process, token, n, to);
	}

	/** Records that the process has work to do while it leads. */
	SyntheticRun hasWork(String process) {
		return write(process, HistoryEvent.of(EventKind.BOOT, nanos(0), nanos(0)).with("works", true));
	}

	/** Adds a call at regular intervals. */
	SyntheticRun callsFrom(String process, long token, double from, double to) {
		for (double at = from + 1; at < to; at += 900) {
			int n = 1_000_000 + (int) at;
			work(process, token, n, at, at + 10);
		}
		return this;
	}

	SyntheticRun task(String process, long token, int n, double from, double to) {
		return begins(WorkKind.TASK, process, token, n, from).ends(process, token, n, to);
	}

	/**
	 * Adds a job that reaches its end.
	 * @param tick the time of the tick, in milliseconds of this run: stamp 0 is 1970
	 */
	SyntheticRun tick(String process, long token, int n, TickJob job, long tick, double from, double to) {
		return beginsTick(process, token, n, job, tick, from).ends(process, token, n, to);
	}

	SyntheticRun interruptedTick(String process, long token, int n, TickJob job, long tick, double from, double to) {
		return beginsTick(process, token, n, job, tick, from).ends(process, token, n, to, "interrupted");
	}

	SyntheticRun beginsTick(String process, long token, int n, TickJob job, long tick, double at) {
		return write(process,
				event(EventKind.WORK_BEGIN, at, at).withToken(token)
					.with("n", n)
					.with("work", WorkKind.TICK.text())
					.with("job", job.text())
					.with("tick", tick));
	}

	/** Starts the window without faults, with the time of day. */
	SyntheticRun quietAt(double at) {
		write(History.INJECTOR, HistoryEvent.of(EventKind.QUIET_BEGIN, nanos(at), nanos(at)).with("wall", (long) at));
		return injected(EventKind.QUIET_END, this.end - 1000, this.end - 1000);
	}

	SyntheticRun failedTask(String process, long token, int n, double from, double to) {
		return begins(WorkKind.TASK, process, token, n, from).ends(process, token, n, to, "failed");
	}

	SyntheticRun begins(String process, long token, int n, double at) {
		return begins(WorkKind.CALL, process, token, n, at);
	}

	private SyntheticRun begins(WorkKind kind, String process, long token, int n, double at) {
		return write(process,
				event(EventKind.WORK_BEGIN, at, at).withToken(token).with("n", n).with("work", kind.text()));
	}

	SyntheticRun ends(String process, long token, int n, double at) {
		return ends(process, token, n, at, "done");
	}

	private SyntheticRun ends(String process, long token, int n, double at, String outcome) {
		return write(process, event(EventKind.WORK_END, at, at).withToken(token).with("n", n).with("outcome", outcome));
	}

	/** Adds a write that is accepted and entered in the ledger. */
	SyntheticRun writes(String process, long token, int n, double at) {
		long sequence = this.ledger.size() + 1;
		this.ledger.add(new LedgerEntry(sequence, token, process, n));
		return answered(process, token, n, at, sequence);
	}

	SyntheticRun answered(String process, long token, int n, double at, long sequence) {
		return write(process,
				event(EventKind.WRITE, at, at).withToken(token)
					.with("n", n)
					.with("accepted", true)
					.with("sequence", sequence));
	}

	/** Adds a write that is not in the ledger. */
	SyntheticRun writesFor(String process, long token, int n, int of, double at) {
		return write(process,
				event(EventKind.WRITE, at, at).withToken(token).with("n", n).with("of", of).with("accepted", false));
	}

	/** Adds a ledger entry that no process recorded. */
	SyntheticRun entered(long sequence, long token, String process, int n) {
		this.ledger.add(new LedgerEntry(sequence, token, process, n));
		return this;
	}

	SyntheticRun refused(String process, long token, int n, double at) {
		return write(process, event(EventKind.WRITE, at, at).withToken(token).with("n", n).with("accepted", false));
	}

	/** Adds a full heap, in the histories of the injector and the process. */
	SyntheticRun exhausted(String process, double from, double to) {
		return exhausted(process, "heap", from, to).onFollower("heap-full", History.instance(process), from - 500,
				to + 50);
	}

	SyntheticRun exhausted(String process, String what, double from, double to) {
		return write(process, HistoryEvent.of(EventKind.EXHAUSTED, nanos(from), nanos(to)).with("what", what));
	}

	/** Adds an answer of the store each second, for an election without samples. */
	SyntheticRun storeAnswers(String process, String state, double from, double to) {
		for (double at = from; at < to; at += 1000) {
			write(process, event(EventKind.ANSWERED, at, at).in(FURTHER).with("state", state));
		}
		return this;
	}

	/** Adds a granted event of an election without samples. */
	SyntheticRun grantedFurther(String process, long token, double at) {
		return write(process, event(EventKind.GRANTED, at, at).in(FURTHER).withToken(token));
	}

	SyntheticRun stalled(String process, double from, double to) {
		return write(process, event(EventKind.STALL, from, to).with("gapMillis", (long) (to - from)));
	}

	SyntheticRun injected(EventKind kind, double from, double to) {
		return write(History.INJECTOR, HistoryEvent.of(kind, nanos(from), nanos(to)));
	}

	SyntheticRun fault(String kind, String target, double from, double to) {
		return fault(kind, target, from, to, "leader=true", "breaks=false");
	}

	SyntheticRun breaking(String kind, String target, double from, double to) {
		return fault(kind, target, from, to, "leader=true", "breaks=true");
	}

	/**
	 * Adds a fault of an unknown kind.
	 * @param kind the name of the kind
	 * @return this
	 */
	SyntheticRun injectedMarkup(String kind) {
		return fault(kind, "i1", 40_000, 41_000);
	}

	SyntheticRun onFollower(String kind, String target, double from, double to) {
		return fault(kind, target, from, to, "leader=false", "breaks=false");
	}

	private SyntheticRun fault(String kind, String target, double from, double to, String... flags) {
		String detail = "fault=%s target=%s id=%d %s".formatted(kind, target, this.faults++, String.join(" ", flags));
		write(History.INJECTOR, new HistoryEvent(nanos(from), nanos(from), EventKind.FAULT_BEGIN, "-", null, detail));
		return write(History.INJECTOR, new HistoryEvent(nanos(to), nanos(to), EventKind.FAULT_END, "-", null, detail));
	}

	Verdict check() {
		finish();
		return Checker.check(this.folder);
	}

	/**
	 * Completes the folder.
	 * @return the folder
	 */
	Path finish() {
		new RunProperties(this.store, 1, LEASE, MARGIN, RETRY, this.seconds, nanos(0), nanos(this.end), "synthetic")
			.write(this.folder);
		try {
			Files.write(this.folder.resolve(RunFolder.LEDGER), this.ledger.stream().map(LedgerEntry::toLine).toList());
			return this.folder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Adds three terms without fault: a kill, a step-down, and a leader until the end.
	 * @return this
	 */
	SyntheticRun clean() {
		granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 10_000)
			.follows("i2.1", 500, 11_900)
			.follows("i3.1", 500, 20_100);
		work("i1.1", 10, 1, 2000, 2010).writes("i1.1", 10, 1, 2005);
		begins("i1.1", 10, 2, 9999);
		fault("kill", "i1", 10_000, 13_000);
		term("i2.1", 20, 12_000, 20_000, "STEP_DOWN").work("i2.1", 20, 1, 12_100, 12_200).writes("i2.1", 20, 1, 12_150);
		work("i2.1", 20, 2, 19_900, 20_090).released("i2.1", 20, 20_100).follows("i2.1", 20_001, 59_000);
		fault("step-down", "i2", 20_000, 20_200);
		term("i3.1", 30, 20_150, 58_000, "SHUTDOWN").work("i3.1", 30, 1, 20_200, 20_300).writes("i3.1", 30, 1, 20_250);
		released("i3.1", 30, 58_001).closed("i3.1", 58_100).closed("i2.1", 59_001);
		return injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 57_000, 57_000);
	}

}
