/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.History.Entry;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryFormatException;
import io.leaderelection.chaos.history.RunFolder;
import io.leaderelection.chaos.history.RunProperties;

/**
 * A run, put in order for the checks.
 */
final class Run {

	/** How long a client of a store may wait before it connects again, in nanoseconds. */
	private static final long RECONNECT = 2_000_000_000L;

	private static final long SECOND = 1_000_000_000L;

	final RunFolder folder;

	final List<FaultWindow> faults;

	/** When the harness itself did not run. */
	final List<Interval> hostStalls = new ArrayList<>();

	/** When threads of a process did not run, by instance. */
	final Map<String, List<Interval>> stalls = new LinkedHashMap<>();

	final List<ElectionHistory> elections;

	final @Nullable Interval quiet;

	Run(RunFolder folder) {
		this.folder = folder;
		this.faults = faults(folder.injector().entries(), folder.properties().end());
		long quietFrom = -1;
		long quietTo = folder.properties().end();
		for (Entry entry : folder.injector().entries()) {
			switch (entry.event().kind()) {
				case WATCHDOG -> this.hostStalls.add(new Interval(entry.event().before(), entry.event().after()));
				case QUIET_BEGIN -> quietFrom = entry.event().after();
				case QUIET_END -> quietTo = entry.event().before();
				default -> {
				}
			}
		}
		this.quiet = (quietFrom >= 0) ? new Interval(quietFrom, quietTo) : null;
		for (History history : folder.processes()) {
			List<Interval> stalls = this.stalls.computeIfAbsent(History.instance(history.process()),
					(instance) -> new ArrayList<>());
			for (Entry entry : history.entries()) {
				if (entry.event().kind() == EventKind.STALL) {
					stalls.add(stall(entry.event()));
				}
			}
		}
		this.elections = folder.processes()
			.stream()
			.flatMap((history) -> history.entries().stream())
			.map((entry) -> entry.event().election())
			.filter((election) -> !election.equals(HistoryEvent.NONE))
			.distinct()
			.sorted()
			.map((election) -> new ElectionHistory(election, folder.processes()))
			.toList();
	}

	/** The stamps of a stall may be no further apart than its telling. */
	private static Interval stall(HistoryEvent event) {
		return new Interval(Math.min(event.before(), event.after() - event.number("gapMillis") * 1_000_000),
				event.after());
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

	/** A retry interval, with jitter. */
	private long retry() {
		return properties().retryMillis() * 1_250_000;
	}

	/** Within this a released lease is taken. */
	long handOverBound() {
		return retry() + SECOND;
	}

	/** Within this a lease that nobody renews any more is taken by somebody else. */
	long vacancyBound() {
		return properties().leaseMillis() * 1_010_000 + handOverBound();
	}

	/** Within this there is a leader after the store can be reached again. */
	long healBound() {
		return vacancyBound() + retry() + RECONNECT;
	}

	/** Whether a fault that leaves what is promised may still have effects. */
	boolean breaksPromise(Interval window) {
		return this.faults.stream()
			.filter(FaultWindow::breaks)
			.anyMatch((fault) -> new Interval(fault.from(), fault.to() + vacancyBound()).meets(window));
	}

	/**
	 * Whether an instance, or the host, did not run as it should, for so long that work
	 * may have outlived its term by it.
	 */
	boolean disturbed(String instance, Interval window) {
		Interval wide = new Interval(window.from() - lease(), window.to());
		long shortest = Math.max(margin() / 4, 20_000_000);
		return this.hostStalls.stream().anyMatch(wide::meets)
				|| this.stalls.getOrDefault(instance, List.of())
					.stream()
					.anyMatch((stall) -> stall.length() >= shortest && stall.meets(wide))
				|| this.faults.stream()
					.anyMatch((fault) -> fault.isFreeze() && fault.hits(instance) && fault.window().meets(wide));
	}

}
