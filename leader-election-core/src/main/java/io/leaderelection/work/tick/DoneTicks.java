/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Ticks that need not be run again, as ranges. A leader whose clock is ahead leaves a
 * range in the future; other leaders run the ticks before it, and skip it when it comes.
 * If that leader died in its last tick, others begin it again when it comes, as another
 * attempt.
 *
 * @param ranges the ranges in ascending order, without overlap
 */
public record DoneTicks(List<Range> ranges) {

	static final DoneTicks NONE = new DoneTicks(List.of());

	/** The most ranges beside a series. */
	private static final int MOST = 5;

	/**
	 * After a series of this length its clock was not wrong, so that what was before it
	 * never comes again.
	 */
	private static final Duration LONG = Duration.ofDays(7);

	/** The radix of numbers in the text. */
	private static final int RADIX = 36;

	/**
	 * All ticks between two of them, and both; or a single tick that was begun and not
	 * finished.
	 *
	 * @param from the first tick
	 * @param to the last tick
	 * @param attempts how often a single tick was begun that may be begun again; 0 if the
	 * ticks are done
	 */
	public record Range(Instant from, Instant to, int attempts) {

		/**
		 * Creates a range of ticks that are done.
		 * @param from the first tick
		 * @param to the last tick
		 */
		public Range(Instant from, Instant to) {
			this(from, to, 0);
		}

		boolean isDone() {
			return this.attempts == 0;
		}

		boolean contains(Instant tick) {
			return !tick.isBefore(this.from) && !tick.isAfter(this.to);
		}

		private boolean touches(Range other) {
			return !this.from.isAfter(other.to) && !other.from.isAfter(this.to);
		}

		private Range and(Range other) {
			boolean done = isDone() || other.isDone();
			return new Range(this.from.isBefore(other.from) ? this.from : other.from,
					this.to.isAfter(other.to) ? this.to : other.to, done ? 0 : Math.max(this.attempts, other.attempts));
		}

	}

	/** Returns whether a tick need not be run again. */
	boolean contains(Instant tick) {
		return this.ranges.stream().anyMatch((range) -> range.isDone() && range.contains(tick));
	}

	/** Returns how often a tick that is not done was begun. */
	int attempts(Instant tick) {
		return this.ranges.stream().filter((range) -> range.contains(tick)).mapToInt(Range::attempts).sum();
	}

	/** Returns the last range that begins no later than a tick, or {@code null}. */
	@Nullable Range upTo(Instant tick) {
		Range found = null;
		for (Range range : this.ranges) {
			if (range.isDone() && !range.from().isAfter(tick)) {
				found = range;
			}
		}
		return found;
	}

	/** Adds a range, which is united with those that it overlaps. */
	DoneTicks with(Range added) {
		Range united = added;
		List<Range> all = new ArrayList<>();
		for (Range range : this.ranges) {
			if (range.touches(united)) {
				united = united.and(range);
			}
			else {
				all.add(range);
			}
		}
		all.add(united);
		all.sort(Comparator.comparing(Range::from));
		return new DoneTicks(List.copyOf(all));
	}

	DoneTicks with(DoneTicks others) {
		DoneTicks all = this;
		for (Range range : others.ranges()) {
			all = all.with(range);
		}
		return all;
	}

	/**
	 * Returns what is to be kept beside a series of ticks. If these are too many ranges,
	 * those with the smallest gap are united: the ticks between them are skipped if they
	 * come.
	 */
	DoneTicks beside(Range series) {
		boolean isLong = Duration.between(series.from(), series.to()).compareTo(LONG) > 0;
		List<Range> kept = new ArrayList<>();
		for (Range range : this.ranges) {
			boolean before = range.to().isBefore(series.from());
			if (range.to().isAfter(series.to()) || (before && !isLong)) {
				kept.add(range);
			}
		}
		while (kept.size() > MOST) {
			int smallest = smallestGap(kept, series);
			Range first = kept.get(smallest);
			kept.set(smallest, new Range(first.from(), kept.remove(smallest + 1).to()));
		}
		return new DoneTicks(List.copyOf(kept));
	}

	/** Returns the smallest gap without the series in it. */
	private static int smallestGap(List<Range> ranges, Range series) {
		int smallest = -1;
		for (int i = 0; i < ranges.size() - 1; i++) {
			boolean aroundSeries = ranges.get(i).to().isBefore(series.from())
					&& ranges.get(i + 1).to().isAfter(series.to());
			if (!aroundSeries && (smallest < 0 || gap(ranges, i).compareTo(gap(ranges, smallest)) < 0)) {
				smallest = i;
			}
		}
		return smallest;
	}

	private static Duration gap(List<Range> ranges, int index) {
		return Duration.between(ranges.get(index).to(), ranges.get(index + 1).from());
	}

	/**
	 * Returns the text of the ranges: the beginning of each, and its length after one
	 * plus sign or the number of attempts after two. Instances that know no attempts take
	 * the latter for a length, so that they do not begin the tick again.
	 */
	String text() {
		StringBuilder text = new StringBuilder();
		for (Range range : this.ranges) {
			long length = Duration.between(range.from(), range.to()).toMillis();
			text.append(text.isEmpty() ? "" : ";")
				.append(Long.toString(range.from().toEpochMilli(), RADIX))
				.append(range.isDone() ? "+" : "++")
				.append(Long.toString(range.isDone() ? length : range.attempts(), RADIX));
		}
		return text.toString();
	}

	/**
	 * Parses the result of {@link #text}.
	 * @throws IllegalArgumentException if it is anything else
	 */
	static DoneTicks parse(String text) {
		DoneTicks done = NONE;
		for (String range : text.isEmpty() ? new String[0] : text.split(";", -1)) {
			int plus = range.indexOf('+');
			if (plus < 1) {
				throw new IllegalArgumentException("'" + range + "' is no range of ticks");
			}
			Instant from = Instant.ofEpochMilli(Long.parseLong(range.substring(0, plus), RADIX));
			boolean begun = range.startsWith("+", plus + 1);
			done = done.with(begun ? new Range(from, from, Integer.parseInt(range.substring(plus + 2), RADIX))
					: new Range(from, from.plusMillis(Long.parseLong(range.substring(plus + 1), RADIX))));
		}
		return done;
	}

}
