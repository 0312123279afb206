/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

import io.leaderelection.history.Invariant;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import io.leaderelection.work.tick.TickPolicy;
import io.leaderelection.work.tick.TickRules;
import io.leaderelection.work.tick.TickView;
import org.jspecify.annotations.Nullable;

/**
 * Hours of a job that is due each minute, on instances that lead one after the other and
 * whose wall clocks differ by hours. Leaders die in the middle of a tick, and a leader
 * with a wrong clock leads again after others. The schedules of {@link Simulation} last
 * seconds, so that the ticks of a leader ahead of time never come there. Here no message
 * is lost: only clocks and deaths matter.
 */
final class TickClockSchedule {

	private static final Instant START = Instant.ofEpochMilli(Schedule.EPOCH / 1_000_000);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final String HASH = TickEntry.hash("minutely");

	/**
	 * Clocks that differ by no more than an hour are not told from jitter; a multiple of
	 * this differs by more.
	 */
	private static final int MINUTES_APART = 67;

	/**
	 * More terms may leave more ranges of ticks ahead of time than a note has room for.
	 */
	private static final int MOST_TERMS = 4;

	private final SplittableRandom random;

	private final BinaryOperator<TickEntry> written;

	private final @Nullable Consumer<String> trace;

	private final TickPolicy policy;

	private final List<Instance> instances = new ArrayList<>();

	private final Map<Instant, Integer> beginnings = new HashMap<>();

	private final Set<Instant> finished = new HashSet<>();

	private @Nullable TickEntry note;

	private int minute;

	private long token;

	/** How many ticks were begun again after a death. */
	private int repeated;

	/** How many ticks a leader skipped because one ahead of time had run them. */
	private int skipped;

	/**
	 * The result of a schedule.
	 *
	 * @param begun how many ticks were begun
	 * @param repeated how many of them again
	 * @param skipped how many were not, because they were done ahead of time
	 */
	record Result(int begun, int repeated, int skipped) {
	}

	/**
	 * Creates the schedule of a seed.
	 * @param seed the seed
	 * @param written returns what is written instead of a note, from the present note and
	 * the new one
	 * @param trace receives a line for each beginning and death, or {@code null}
	 */
	TickClockSchedule(long seed, BinaryOperator<TickEntry> written, @Nullable Consumer<String> trace) {
		this.random = new SplittableRandom(seed);
		this.written = written;
		this.trace = trace;
		this.policy = new TickPolicy(this.random.nextBoolean(), null, this.random.nextBoolean(),
				1 + this.random.nextInt(3));
		this.instances.add(new Instance("right", 0));
		int others = 1 + this.random.nextInt(2);
		for (int i = 1; i <= others; i++) {
			int offset = (this.random.nextInt(4) == 0) ? -i : 1 + this.random.nextInt(2) + 2 * (i - 1);
			this.instances.add(new Instance("clock" + i, offset * MINUTES_APART));
		}
		trace("%s, clocks %s", this.policy, this.instances.stream().map((instance) -> instance.ahead).toList());
	}

	private final class Instance {

		final String name;

		final int ahead;

		TickLane lane = lane();

		Instance(String name, int ahead) {
			this.name = name;
			this.ahead = ahead;
		}

		private TickLane lane() {
			return new TickLane(new TickRules((after) -> next(after), HASH, TickClockSchedule.this.policy),
					(outcome, number) -> {
					});
		}

		Instant now() {
			return START.plus(MINUTE.multipliedBy(TickClockSchedule.this.minute + this.ahead)).plusMillis(30);
		}

		void die() {
			trace("%s dies", this.name);
			this.lane = lane();
		}

	}

	private static Instant next(Instant after) {
		long minute = MINUTE.toMillis();
		return Instant.ofEpochMilli((Math.floorDiv(after.toEpochMilli(), minute) + 1) * minute);
	}

	Result run() {
		int terms = 2 + this.random.nextInt(MOST_TERMS - 1);
		for (int i = 0; i < terms; i++) {
			Instance leader = this.instances.get(this.random.nextInt(this.instances.size()));
			lead(leader, 1 + this.random.nextInt(12), this.random.nextBoolean());
		}
		// Until the time of every other clock has come
		lead(this.instances.get(0), (MOST_TERMS + 1) * MINUTES_APART, false);
		return new Result(this.beginnings.size(), this.repeated, this.skipped);
	}

	private void lead(Instance leader, int minutes, boolean dies) {
		this.token++;
		int first = this.minute;
		for (int i = 1; i <= minutes; i++) {
			Duration ledFor = MINUTE.multipliedBy(this.minute - first).plusSeconds(30);
			boolean ran = call(leader, ledFor, dies && i == minutes);
			Instant due = next(leader.now().minus(MINUTE));
			if (!this.beginnings.containsKey(due)) {
				violated(Invariant.T3_TICKS_RUN_WHILE_LED, "%s leads, and nobody has run tick %s", leader.name, due);
			}
			this.skipped += ran ? 0 : 1;
			this.minute++;
		}
	}

	/** Calls the job as its scheduler does. Returns whether it was run. */
	private boolean call(Instance leader, Duration ledFor, boolean dies) {
		for (TickLane.Turn turn = leader.lane.call(() -> view(leader, ledFor)); turn != null; turn = leader.lane
			.look(() -> view(leader, ledFor))) {
			TickEntry entry = turn.note();
			if (entry == null) {
				throw new IllegalStateException("Nobody has asked for a manual run");
			}
			write(entry);
			turn.noted();
			if (turn.runs()) {
				begin(leader, entry);
				if (dies) {
					leader.die();
					return true;
				}
				TickEntry end = turn.finish();
				if (end != null) {
					write(end);
				}
				this.finished.add(entry.tick());
				turn.giveBack(leader.now());
				return true;
			}
			turn.giveBack(leader.now());
		}
		return false;
	}

	private TickView view(Instance leader, Duration ledFor) {
		TickEntry note = this.note;
		return new TickView(leader.now(), ledFor, this.token, (note != null) ? note.text() : null);
	}

	private void write(TickEntry entry) {
		TickEntry former = this.note;
		this.note = (former != null) ? this.written.apply(former, entry) : entry;
	}

	private void begin(Instance leader, TickEntry entry) {
		Instant tick = entry.tick();
		int before = this.beginnings.getOrDefault(tick, 0);
		trace("%s begins %s", leader.name, entry);
		if (this.finished.contains(tick)) {
			violated(Invariant.T1_TICKS_FINISHED_ONCE, "%s begins tick %s, which is finished", leader.name, tick);
		}
		boolean allowed = before == 0 || (this.policy.runAgain() && before < this.policy.maxAttempts());
		if (!allowed || entry.attempt() != before + 1) {
			violated(Invariant.T2_TICKS_BEGUN_ONCE, "%s begins tick %s as attempt %d, after %d, with %s", leader.name,
					tick, entry.attempt(), before, this.policy);
		}
		this.repeated += Math.min(1, before);
		this.beginnings.put(tick, before + 1);
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private static void violated(Invariant invariant, String format, Object... values) {
		throw new InvariantViolation(invariant, format.formatted(values));
	}

	@SuppressWarnings("AnnotateFormatMethod")
	private void trace(String format, Object... values) {
		if (this.trace != null) {
			this.trace.accept("minute %3d  %s".formatted(this.minute, format.formatted(values)));
		}
	}

}
