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

/**
 * A run that is written line by line, as in {@code i1.1 leads 10 1000..5000}: a process
 * or something else that acts, what it does, mostly a token, and the time in
 * milliseconds, {@code at 1000} or from one to another. A single word stands for the
 * history of that name in {@code given.txt}. The lease is 2 s, the margin 200 ms, and the
 * retry interval 500 ms.
 */
final class SyntheticRun {

	private final Path folder;

	private final List<LedgerEntry> ledger = new ArrayList<>();

	private String store = "redis";

	private long seconds = 60;

	private int faults;

	/**
	 * Creates an empty run.
	 * @param folder the folder to write to
	 */
	SyntheticRun(Path folder) {
		this.folder = folder;
		record(History.INJECTOR, EventKind.BOOT, 0, 0, "");
	}

	SyntheticRun add(String... lines) {
		for (String line : lines) {
			add(WrittenLine.parse(line));
		}
		return this;
	}

	private void add(WrittenLine line) {
		double from = line.from();
		double to = line.to();
		switch (line.subject()) {
			case "store" -> this.store = line.verb();
			case "seconds" -> this.seconds = Long.parseLong(line.verb());
			case "entry" -> this.ledger
				.add(new LedgerEntry(Long.parseLong(line.verb()), line.number(0), line.word(1), line.number(2)));
			case "fault" -> fault(line);
			case "watchdog" -> record(History.INJECTOR, EventKind.WATCHDOG, from, to, "");
			case "quiet" -> {
				record(History.INJECTOR, EventKind.QUIET_BEGIN, from, from, "wall=" + (long) from);
				record(History.INJECTOR, EventKind.QUIET_END, to, to, "");
			}
			case "spread" -> record(History.INJECTOR, EventKind.SPREAD, 1000, 1000, "elections=" + line.verb()
					+ " instances=i1,i2 preferred=i1" + (line.has("faults") ? " faults=" + line.word(1) : ""));
			default -> {
				if (line.verb().isEmpty()) {
					add(WrittenCase.given(line.subject()).toArray(String[]::new));
				}
				else {
					process(line.subject(), line);
				}
			}
		}
	}

	/** Adds a fault of the leader or the store, or of a follower. */
	private void fault(WrittenLine line) {
		String detail = "fault=%s target=%s id=%d leader=%s breaks=%s".formatted(line.verb(), line.word(0),
				this.faults++, !line.has("follower"), line.has("breaking"));
		if (line.begins()) {
			record(History.INJECTOR, EventKind.FAULT_BEGIN, line.from(), line.from(),
					detail + (line.has("failed") ? " failed=true" : ""));
		}
		if (line.ends()) {
			record(History.INJECTOR, EventKind.FAULT_END, line.to(), line.to(), detail);
		}
	}

	private void process(String process, WrittenLine line) {
		double from = line.from();
		double to = line.to();
		switch (line.verb()) {
			case "has-work" -> record(process, EventKind.BOOT, 0, 0, "works=true");
			case "closed" -> record(process, EventKind.CLOSED, from, to, String.join("=", line.words()));
			case "exhausted" -> record(process, EventKind.EXHAUSTED, from, to, "what=" + line.word(0));
			case "heap-full" -> {
				record(process, EventKind.EXHAUSTED, from, to, "what=heap");
				add("fault heap-full %s follower %s..%s".formatted(History.instance(process), from - 500, to + 50));
			}
			case "torn" -> tear(process);
			case "stalled" -> record(process, line, EventKind.STALL, from, to, "gapMillis=" + (long) (to - from));
			case "leads" -> leads(process, line);
			case "says-yes" -> record(process, line, EventKind.LEADING, from, to, samples(to, from, 1));
			case "follows" ->
				record(process, line, EventKind.IDLE, from, to, samples(from, to, 2 * (int) (to - from) + 2));
			// As of a process that hardly gets a processor
			case "follows-slowly" ->
				record(process, line, EventKind.IDLE, from, to, samples(from, to, (int) (to - from) / 10));
			case "led" -> {
				double lastBefore = (line.words().size() > 1) ? line.number(1) : to - 0.01;
				record(process, line, EventKind.LED, from - 0.01, to, samples(from, lastBefore, 2));
			}
			case "granted" -> record(process, line, EventKind.GRANTED, from, from, "");
			case "revoked" -> record(process, line, EventKind.REVOKED, to, to, "cause=" + line.word(1));
			case "released" -> record(process, line, EventKind.RELEASED, from, from, "");
			case "locked" -> record(process, line, EventKind.LOCKED, from, from, "");
			case "term" -> {
				record(process, line, EventKind.GRANTED, from, from, "");
				leads(process, line);
				record(process, line, EventKind.REVOKED, to, to, "cause=" + line.word(1));
			}
			case "deadline" ->
				record(process, line, EventKind.DEADLINE, from, from, "deadline=" + nanos(line.number(1)));
			case "call", "task", "once" -> work(process, line, line.number(1), "work=" + line.verb());
			case "calls" -> {
				for (double at = from + 1; at < to; at += 900) {
					work(process, line.during(at, at + 10), 1_000_000 + (int) at, "work=call");
				}
			}
			case "tick" ->
				work(process, line, line.number(1), "work=tick job=%s tick=%s".formatted(line.word(2), line.word(3)));
			case "ticks" -> eachSecond(process, line, TickJob.of(line.word(1)));
			case "done" -> record(process, line, EventKind.DONE, from, from, "");
			case "writes", "reports", "refused" -> write(process, line);
			// Of an election without samples
			case "answered" -> {
				for (double at = from; at < to; at += 1000) {
					record(process, line, EventKind.ANSWERED, at, at, "state=" + line.word(0));
				}
			}
			default -> throw new IllegalArgumentException("Unknown: " + line);
		}
	}

	/** Adds many answers that the process leads, each of which took 0.01 ms. */
	private void leads(String process, WrittenLine line) {
		for (double at = line.from(); at < line.to(); at += 50) {
			double until = (at + 50 >= line.to()) ? line.to() : at + 49.5;
			record(process, line, EventKind.LEADING, at, until, samples(at + 0.01, until - 0.01, 99));
		}
	}

	private static String samples(double firstAfter, double lastBefore, int count) {
		return "firstAfter=%d lastBefore=%d count=%d".formatted(nanos(firstAfter), nanos(lastBefore), count);
	}

	private void eachSecond(String process, WrittenLine line, TickJob job) {
		for (long second = (long) line.from(); second <= line.to(); second++) {
			work(process, line.during(second * 1000 + 5, second * 1000 + 300), 200 * job.ordinal() + second,
					"work=tick job=%s tick=%d".formatted(job.text(), second * 1000));
		}
	}

	private void work(String process, WrittenLine line, long number, String detail) {
		if (line.begins()) {
			record(process, line, EventKind.WORK_BEGIN, line.from(), line.from(), "n=" + number + " " + detail);
		}
		if (line.ends()) {
			String outcome = line.has("failed") ? "failed" : line.has("interrupted") ? "interrupted" : "done";
			record(process, line, EventKind.WORK_END, line.to(), line.to(), "n=" + number + " outcome=" + outcome);
		}
	}

	/** Adds a write that is accepted, only reported to be accepted, or refused. */
	private void write(String process, WrittenLine line) {
		String detail = "n=" + line.number(1) + (line.has("of") ? " of=" + line.number(3) : "");
		switch (line.verb()) {
			case "writes" -> {
				this.ledger.add(new LedgerEntry(this.ledger.size() + 1, line.number(0), process, line.number(1)));
				detail += " accepted=true sequence=" + this.ledger.size();
			}
			case "reports" -> detail += " accepted=true sequence=" + line.number(2);
			default -> detail += " accepted=false";
		}
		record(process, line, EventKind.WRITE, line.from(), line.from(), detail);
	}

	static long nanos(double millis) {
		return Math.round(millis * 1_000_000) + 1_000_000_000;
	}

	/** Adds an event of an election and, if the line names it, of a token. */
	private void record(String process, WrittenLine line, EventKind kind, double from, double to, String detail) {
		append(process, new HistoryEvent(nanos(from), nanos(to), kind, line.election(), line.token(), detail));
	}

	/** Adds an event of the process itself. */
	private void record(String process, EventKind kind, double from, double to, String detail) {
		append(process, new HistoryEvent(nanos(from), nanos(to), kind, HistoryEvent.NONE, null, detail));
	}

	private void append(String process, HistoryEvent event) {
		try (HistoryWriter writer = HistoryWriter.open(file(process))) {
			writer.write(event);
		}
	}

	private Path file(String process) {
		return this.folder.resolve(process + History.SUFFIX);
	}

	/** Adds the beginning of a line. */
	private void tear(String process) {
		try {
			Files.writeString(file(process), "1234567\t1234", StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Verdict check() {
		return Checker.check(finish());
	}

	/**
	 * Completes the folder.
	 * @return the folder
	 */
	Path finish() {
		new RunProperties(this.store, 1, 2000, 200, 500, this.seconds, nanos(0), nanos(1000 * this.seconds),
				"synthetic")
			.write(this.folder);
		try {
			Files.write(this.folder.resolve(RunFolder.LEDGER), this.ledger.stream().map(LedgerEntry::toLine).toList());
			return this.folder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
