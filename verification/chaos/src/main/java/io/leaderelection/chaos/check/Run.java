/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryFormatException;
import io.leaderelection.history.RunFolder;
import io.leaderelection.history.RunProperties;
import org.jspecify.annotations.Nullable;

/**
 * The data of a run, sorted for the checks.
 */
final class Run {

	/** How long a client of a store may wait before it reconnects, in nanoseconds. */
	private static final long RECONNECT = 2_000_000_000L;

	private static final long SECOND = 1_000_000_000L;

	final RunFolder folder;

	final List<FaultWindow> faults;

	/** Times in which the harness itself did not run, or waited for the disk. */
	private final List<Interval> hostStalls;

	final RunningTime time;

	final List<ElectionHistory> elections;

	/**
	 * Elections whose histories contain events, terms and work, but not the times without
	 * a leader.
	 */
	final List<ElectionHistory> unsampled;

	final @Nullable Interval quiet;

	/** The line that lists the spread elections, or {@code null} if there are none. */
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
				throw new HistoryFormatException(entry.place() + ": fault " + event.text("id") + " starts twice");
			}
			if (event.kind() == EventKind.FAULT_END) {
				Entry begin = open.remove(event.text("id"));
				if (begin == null) {
					throw new HistoryFormatException(
							entry.place() + ": fault " + event.text("id") + " ends but never started");
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

	/** Returns until when the run is judged. */
	long end() {
		return (this.quiet != null) ? this.quiet.to() : properties().end();
	}

	long lease() {
		return properties().leaseMillis() * 1_000_000;
	}

	long margin() {
		return properties().marginMillis() * 1_000_000;
	}

	/** The timeout, derived as the library does. */
	long operationTimeout() {
		return Math.min(lease() / 5, 3 * SECOND);
	}

	/** The timeout that the harness configures for the instances. */
	long drainTimeout() {
		return lease();
	}

	/**
	 * Whether time in which its process did not run explains that work of a term
	 * overlapped with a successor: the process lost some of the margin, and hardly ran
	 * after that.
	 */
	boolean isExcused(Term term, Interval both) {
		if (term.endedByHandover() || !term.isBelieved()) {
			// The lease was to be renewed meanwhile, and expired
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
	 * Whether a term was lost because the clock of its store was stepped together with
	 * that of its process: the local store uses the same clock. The process found its own
	 * lease expired, and released it before its work was interrupted.
	 */
	boolean isClockOfStoreStepped(Term term, Interval both) {
		Entry revoked = term.revoked;
		// The end of a term for work that is done once is not published
		boolean isLost = (revoked != null) ? "LOST".equals(revoked.event().find("cause")) : !term.isBelieved();
		long end = (revoked != null) ? term.end() : both.from();
		return properties().store().equals("local") && isLost
				&& this.faults.stream()
					.anyMatch((fault) -> fault.isClockStep() && fault.hits(term.instance())
							&& new Interval(fault.from(), fault.to() + lease()).contains(end))
				&& both.length() <= margin();
	}

	/**
	 * Returns how long an instance or the harness did not run, or waited for the disk.
	 */
	long stalled(String instance, Interval window) {
		return Math.max(this.time.lost(instance, window), hostStalled(window));
	}

	/** Returns how long the harness did not run, or waited for the disk. */
	long hostStalled(Interval window) {
		return this.hostStalls.stream().mapToLong((stall) -> stall.intersection(window).length()).sum();
	}

	/**
	 * Returns how long stalls kept a term from being renewed in the lease before its
	 * loss.
	 */
	long stalledBefore(Term term, Interval loss) {
		return stalled(term.instance(), new Interval(loss.from() - lease(), loss.to()));
	}

	/**
	 * Returns how long the process of a term ran and could start threads, which events
	 * and tasks may need.
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

	/** The longest retry interval, with jitter. */
	private long retry() {
		return properties().retryMillis() * 1_250_000;
	}

	/** Within this time a released lease is acquired. */
	long handoverBound() {
		return retry() + SECOND;
	}

	/** Within this time another instance acquires a lease that is no longer renewed. */
	long vacancyBound() {
		return properties().leaseMillis() * 1_010_000 + handoverBound();
	}

	/** Within this time there is a leader after the store is reachable again. */
	long healBound() {
		return vacancyBound() + retry() + RECONNECT;
	}

	/** For this long after its end a fault may still cost a term. */
	long effectBound() {
		return lease() + RECONNECT;
	}

	/** Whether a fault other than a request to hand over hits the instance of a term. */
	boolean isHit(Term term, Interval window) {
		return this.faults.stream()
			.anyMatch((fault) -> !fault.requestsHandover() && fault.hits(term.instance())
					&& fault.window().meets(window));
	}

	/** Whether a fault outside the guarantees may still have effects. */
	boolean isOutsideGuarantees(Interval window) {
		return this.faults.stream()
			.filter(FaultWindow::breaks)
			.anyMatch((fault) -> new Interval(fault.from(), fault.to() + vacancyBound()).meets(window));
	}

}
