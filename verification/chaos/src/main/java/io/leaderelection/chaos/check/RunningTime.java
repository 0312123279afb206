/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.HistoryEvent;

/**
 * How long the instances really ran. A process that is stopped, or hardly gets a
 * processor, cannot end anything, and its lease expires meanwhile. Its duties are
 * therefore measured not in wall-clock time but in the time that it ran: by the samples
 * that it took, more than one per millisecond if it can run, and by the other lines that
 * it recorded. A stop thus excuses nothing for longer than it lasts.
 */
final class RunningTime {

	/**
	 * How long a process may run until overdue work has ended: both the interrupting and
	 * the interrupted thread must be scheduled on a machine whose processors are shared
	 * by many.
	 */
	static final long ALLOWANCE = 500_000_000;

	/** A sample accounts for at most this much running time; half of it is usual. */
	private static final long SAMPLE = 1_000_000;

	/** The sampler starts a new line after a longer pause, at least while it leads. */
	private static final long PAUSE = 5_000_000;

	/**
	 * Any other line accounts for this much running time: on a busy machine the sampler
	 * may be stopped while other threads run.
	 */
	private static final long EVENT = 10_000_000;

	private final Map<String, NavigableMap<Long, Lost>> lost = new HashMap<>();

	RunningTime(List<History> processes, List<FaultWindow> faults) {
		Map<String, List<Stretch>> stretches = new HashMap<>();
		for (History history : processes) {
			String instance = History.instance(history.process());
			List<Interval> frozen = frozen(instance, history, faults);
			stretches.computeIfAbsent(instance, (name) -> new ArrayList<>()).addAll(stretches(history, frozen));
		}
		stretches.forEach((instance, ofInstance) -> this.lost.put(instance, sum(ofInstance)));
	}

	/**
	 * Times in which the process was stopped, recorded by the injector, which also knows
	 * of a process that was stopped and never wrote again. A process without memory
	 * cannot end anything either; that time is in its own history.
	 */
	private static List<Interval> frozen(String instance, History history, List<FaultWindow> faults) {
		long from = history.entries().stream().mapToLong((entry) -> entry.event().before()).min().orElse(0);
		Interval life = new Interval(from, Long.MAX_VALUE);
		Stream<Interval> stopped = faults.stream()
			.filter((fault) -> fault.isFreeze() && fault.target().equals(instance))
			.map((fault) -> fault.window().intersection(life))
			.filter((window) -> !window.isEmpty());
		return Interval.union(Stream.concat(stopped, Interval.ofEach(history.exhaustions("heap")).stream()).toList());
	}

	private static List<Stretch> stretches(History history, List<Interval> frozen) {
		List<Stretch> stretches = new ArrayList<>();
		frozen.forEach((stop) -> stretches.add(new Stretch(stop, 0)));
		NavigableMap<Long, Integer> events = events(history);
		List<Interval> stalls = Interval.union(history.entries()
			.stream()
			.map(Entry::event)
			.filter((event) -> event.kind() == EventKind.STALL)
			.map(RunningTime::stall)
			.toList());
		stalls.forEach((stall) -> add(stretches, stall, frozen, 0, events));
		List<Interval> known = Interval.union(Stream.concat(frozen.stream(), stalls.stream()).toList());
		long last = Long.MAX_VALUE;
		for (HistoryEvent line : samples(history)) {
			if (last < line.before() - PAUSE) {
				add(stretches, new Interval(last, line.before()), known, 0, events);
			}
			add(stretches, new Interval(line.before(), line.after()), known, line.number("count"), events);
			last = line.after();
		}
		return stretches;
	}

	/** The stamps of a stall may not be further apart than the line that records it. */
	private static Interval stall(HistoryEvent event) {
		return new Interval(Math.min(event.before(), event.after() - event.number("gapMillis") * 1_000_000),
				event.after());
	}

	private static List<HistoryEvent> samples(History history) {
		return history.entries()
			.stream()
			.map(Entry::event)
			.filter((event) -> isSample(event.kind()))
			.sorted(Comparator.comparingLong(HistoryEvent::before))
			.toList();
	}

	private static boolean isSample(EventKind kind) {
		return kind == EventKind.LEADING || kind == EventKind.IDLE;
	}

	/** Returns the number of events up to each stamp. */
	private static NavigableMap<Long, Integer> events(History history) {
		NavigableMap<Long, Integer> events = new TreeMap<>();
		history.entries()
			.stream()
			.map(Entry::event)
			.filter((event) -> !isSample(event.kind()) && event.kind() != EventKind.STALL)
			.map(HistoryEvent::after)
			.sorted()
			.forEach((stamp) -> events.put(stamp, events.size() + 1));
		return events;
	}

	private static int by(NavigableMap<Long, Integer> events, long stamp) {
		Map.Entry<Long, Integer> last = events.floorEntry(stamp);
		return (last != null) ? last.getValue() : 0;
	}

	private static void add(List<Stretch> stretches, Interval window, List<Interval> known, long samples,
			NavigableMap<Long, Integer> events) {
		List<Interval> rest = window.without(known);
		long length = 0;
		long ran = samples * SAMPLE;
		for (Interval part : rest) {
			length += part.length();
			ran += EVENT * (by(events, part.to()) - by(events, part.from()));
		}
		if (ran < length) {
			for (Interval part : rest) {
				stretches.add(new Stretch(part, (double) ran / length));
			}
		}
	}

	private static NavigableMap<Long, Lost> sum(List<Stretch> stretches) {
		NavigableMap<Long, Lost> lost = new TreeMap<>();
		double sum = 0;
		for (Stretch stretch : stretches.stream()
			.sorted(Comparator.comparingLong((stretch) -> stretch.window.from()))
			.toList()) {
			lost.put(stretch.window.from(), new Lost(stretch, sum));
			sum += stretch.window.length() * (1 - stretch.rate);
		}
		return lost;
	}

	/** Returns how long an instance did not run within a window, in nanoseconds. */
	long lost(String instance, Interval window) {
		return (window.isEmpty()) ? 0 : Math.round(lostBy(instance, window.to()) - lostBy(instance, window.from()));
	}

	private double lostBy(String instance, long stamp) {
		NavigableMap<Long, Lost> ofInstance = this.lost.get(instance);
		Map.Entry<Long, Lost> last = (ofInstance != null) ? ofInstance.floorEntry(stamp) : null;
		return (last != null) ? last.getValue().by(stamp) : 0;
	}

	/**
	 * Returns how long an instance ran between two stamps, or 0 if they are in the wrong
	 * order.
	 */
	long ran(String instance, long from, long to) {
		Interval window = new Interval(from, to);
		return window.length() - lost(instance, window);
	}

	/**
	 * A time in which an instance ran only in part.
	 *
	 * @param window the time
	 * @param rate the fraction that it ran, from 0 to below 1
	 */
	private record Stretch(Interval window, double rate) {
	}

	/**
	 * The time lost until the end of a stretch.
	 *
	 * @param stretch the stretch
	 * @param before the time lost until its start
	 */
	private record Lost(Stretch stretch, double before) {

		double by(long stamp) {
			long passed = Math.min(stamp - this.stretch.window.from(), this.stretch.window.length());
			return this.before + passed * (1 - this.stretch.rate);
		}

	}

}
