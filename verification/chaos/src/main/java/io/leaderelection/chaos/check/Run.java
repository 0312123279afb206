/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History.Entry;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryFormatException;
import io.leaderelection.chaos.history.RunFolder;
import io.leaderelection.chaos.history.RunProperties;
import org.jspecify.annotations.Nullable;

/**
 * A run, put in order for the checks.
 */
final class Run {

	/** How long a client of a store may wait before it connects again, in nanoseconds. */
	private static final long RECONNECT = 2_000_000_000L;

	private static final long SECOND = 1_000_000_000L;

	final RunFolder folder;

	final List<FaultWindow> faults;

	/** When the harness itself did not run, or the disk kept it waiting. */
	final List<Interval> hostStalls;

	final RunningTime time;

	final List<ElectionHistory> elections;

	/** Elections of which histories contain events and answers, but no samples. */
	final List<ElectionHistory> unsampled;

	final @Nullable Interval quiet;

	/** What was spread, if anything. */
	final @Nullable Entry spread;

	Run(RunFolder folder) {
		this.folder = folder;
		this.faults = faults(folder.injector().entries(), folder.properties().end());
		List<Interval> stalls = new ArrayList<>();
		long quietFrom = -1;
		Entry spread = null;
		long quietTo = folder.properties().end();
		for (Entry entry : folder.injector().entries()) {
			switch (entry.event().kind()) {
				case WATCHDOG -> stalls.add(new Interval(entry.event().before(), entry.event().after()));
				case SPREAD -> spread = entry;
				case QUIET_BEGIN -> quietFrom = entry.event().after();
				case QUIET_END -> quietTo = entry.event().before();
				default -> {
				}
			}
		}
		this.hostStalls = Interval.union(stalls);
		this.quiet = (quietFrom >= 0) ? new Interval(quietFrom, quietTo) : null;
		this.spread = spread;
		this.time = new RunningTime(folder.processes(), this.faults);
		List<ElectionHistory> all = folder.processes()
			.stream()
			.flatMap((history) -> history.entries().stream())
			.map((entry) -> entry.event().election())
			.filter((election) -> !election.equals(HistoryEvent.NONE))
			.distinct()
			.sorted()
			.map((election) -> new ElectionHistory(election, folder.processes()))
			.toList();
		this.elections = all.stream().filter(ElectionHistory::isSampled).toList();
		this.unsampled = all.stream().filter((election) -> !election.isSampled()).toList();
	}

	private static List<FaultWindow> faults(List<Entry> entries, long end) {
		Map<String, Entry> open = new LinkedHashMap<>();
		List<FaultWindow> faults = new ArrayList<>();
		for (Entry entry : entries) {
			HistoryEvent event = entry.event();
			if (event.kind() == EventKind.FAULT_BEGIN && open.put(event.text("id"), entry) != null) {
				throw new HistoryFormatException(entry.place() + ": fault " + event.text("id") + " begins twice");
			}
			if (event.kind() == EventKind.FAULT_END) {
				Entry begin = open.remove(event.text("id"));
				if (begin == null) {
					throw new HistoryFormatException(
							entry.place() + ": fault " + event.text("id") + " ends and did not begin");
				}
				faults.add(window(begin, event.after()));
			}
		}
		open.values().forEach((begin) -> faults.add(window(begin, end)));
		return List.copyOf(faults);
	}

	private static FaultWindow window(Entry begin, long to) {
		HistoryEvent event = begin.event();
		return new FaultWindow(event.text("fault"), event.text("target"), event.flag("leader"), event.flag("breaks"),
				"true".equals(event.find("failed")), event.before(), to, begin);
	}

	RunProperties properties() {
		return this.folder.properties();
	}

	long lease() {
		return properties().leaseMillis() * 1_000_000;
	}

	long margin() {
		return properties().marginMillis() * 1_000_000;
	}

	/** As the library derives it. */
	long operationTimeout() {
		return Math.min(lease() / 5, 3 * SECOND);
	}

	/** What the harness tells the instances. */
	long drainTimeout() {
		return lease();
	}

	/**
	 * Whether time that its process did not run explains that work of a term went on
	 * beside a successor: the process lost some of the margin, and hardly ran since.
	 */
	boolean isExcused(Term term, Interval both) {
		if (term.endedByWish()) {
			// The lease was to be kept meanwhile, and ran out
			return hasLostSome(term, new Interval(both.from() - lease(), both.to()))
					&& this.time.ran(term.instance(), both.from(), both.to()) <= RunningTime.ALLOWANCE;
		}
		long end = term.end();
		return end <= both.from() && hasLostSome(term, new Interval(end, both.to()))
				&& this.time.ran(term.instance(), end, both.to()) <= RunningTime.ALLOWANCE;
	}

	private boolean hasLostSome(Term term, Interval window) {
		return this.time.lost(term.instance(), window) >= margin() / 2;
	}

	/**
	 * Whether a term was lost when the clock of its store was stepped by stepping that of
	 * its process: in the local store it is the same. It found its own lease expired, and
	 * let go of it before its work had been told.
	 */
	boolean isClockOfStoreStepped(Term term, Interval both) {
		Entry revoked = term.revoked;
		return properties().store().equals("local") && revoked != null && "LOST".equals(revoked.event().find("cause"))
				&& this.faults.stream()
					.anyMatch((fault) -> fault.isClockStep() && fault.hits(term.instance())
							&& new Interval(fault.from(), fault.to() + lease()).contains(term.end()))
				&& both.length() <= margin();
	}

	/** How long an instance, or the harness beside it, did not run, or had no disk. */
	long stalled(String instance, Interval window) {
		return Math.max(this.time.lost(instance, window),
				this.hostStalls.stream().mapToLong((stall) -> stall.intersection(window).length()).sum());
	}

	/**
	 * How long the process of a term ran and could start threads, which events and tasks
	 * may need.
	 */
	long ranWithThreads(Term term, long from, long to) {
		Interval window = new Interval(from, to);
		long without = this.folder.processes()
			.stream()
			.filter((history) -> history.process().equals(term.process))
			.flatMap((history) -> Interval.ofEach(history.exhaustions("threads")).stream())
			.mapToLong((exhaustion) -> exhaustion.intersection(window).length())
			.sum();
		return this.time.ran(term.instance(), from, to) - without;
	}

	/** A retry interval, with jitter. */
	private long retry() {
		return properties().retryMillis() * 1_250_000;
	}

	/** Within this a released lease is taken. */
	long handoverBound() {
		return retry() + SECOND;
	}

	/** Within this a lease that nobody renews any more is taken by somebody else. */
	long vacancyBound() {
		return properties().leaseMillis() * 1_010_000 + handoverBound();
	}

	/** Within this there is a leader after the store can be reached again. */
	long healBound() {
		return vacancyBound() + retry() + RECONNECT;
	}

	/** For so long after its end a fault may still cost a term. */
	long effectBound() {
		return lease() + RECONNECT;
	}

	/** Whether a fault that leaves what is promised may still have effects. */
	boolean breaksPromise(Interval window) {
		return this.faults.stream()
			.filter(FaultWindow::breaks)
			.anyMatch((fault) -> new Interval(fault.from(), fault.to() + vacancyBound()).meets(window));
	}

}
