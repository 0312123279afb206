/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import io.leaderelection.history.TickJob;
import io.leaderelection.history.WorkKind;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one job, ordered by their terms.
 * <p>
 * A lost record loses its ticks as well. A tick that was recorded by a clock far ahead is
 * dropped in favour of the current one. Each of these starts a new age: runs of two ages
 * are not compared.
 */
final class TickHistory {

	/** A tick that lies further ahead may be dropped, in milliseconds. */
	private static final long FUTURE = 3_600_000;

	final TickJob job;

	/** Runs of terms whose age is known. */
	final List<TickRun> runs = new ArrayList<>();

	/**
	 * A run of the job.
	 *
	 * @param work the work of the run
	 * @param tick the time of the tick, in milliseconds since 1970
	 * @param age the number of the age
	 */
	record TickRun(Work work, long tick, int age) {

		/** Returns the first stamp in the job. */
		long begin() {
			return this.work.begin().event().after();
		}

		/** Whether the job reached its end. */
		boolean isFinished() {
			return this.work.isFinished();
		}

		boolean isSameTick(TickRun other) {
			return this.age == other.age && this.tick == other.tick;
		}

		@Override
		public String toString() {
			return this.work + " for tick " + this.tick;
		}

	}

	TickHistory(TickJob job, Run run, ElectionHistory election) {
		this.job = job;
		List<Work> works = election.works.stream()
			.filter((work) -> work.kind() == WorkKind.TICK && TickJob.of(work.begin().event().text("job")) == job)
			.sorted(Comparator.comparingLong(Work::token).thenComparingLong((work) -> work.begin().event().after()))
			.toList();
		int age = 0;
		Integer lost = null;
		TickRun former = null;
		for (Work work : works) {
			Integer lostBefore = lostBefore(run, election.find(work.process(), work.token()));
			if (lostBefore == null) {
				continue;
			}
			long tick = work.begin().event().number("tick");
			boolean givenUp = former != null && former.tick() - tick > FUTURE;
			age += (givenUp || !Objects.equals(lost, lostBefore)) ? 1 : 0;
			lost = lostBefore;
			former = new TickRun(work, tick, age);
			this.runs.add(former);
		}
	}

	/**
	 * Returns how often the record had been lost when a term was granted, or {@code null}
	 * if that is unknown.
	 */
	private static @Nullable Integer lostBefore(Run run, @Nullable Term term) {
		if (term == null || (!term.isBelieved() && term.granted == null)) {
			return null;
		}
		long granted = (term.isBelieved()) ? term.firstAfter() : Objects.requireNonNull(term.granted).event().before();
		int lost = 0;
		for (FaultWindow fault : run.faults) {
			if (fault.losesRecord() && fault.from() <= granted) {
				long lostBy = (fault.breaks()) ? fault.to() : fault.begin().event().after();
				if (granted <= lostBy) {
					return null;
				}
				lost++;
			}
		}
		return lost;
	}

	/** Returns the last run that began by a stamp, in any term. */
	@Nullable TickRun lastUntil(long stamp) {
		return this.runs.stream()
			.filter((run) -> run.begin() <= stamp)
			.max(Comparator.comparingLong(TickRun::begin))
			.orElse(null);
	}

	/** Whether a tick, or a later one, began by a stamp. */
	boolean hasBegun(long tick, long stamp) {
		return this.runs.stream().anyMatch((run) -> run.tick() >= tick && run.begin() <= stamp);
	}

	/** Whether an instance was running the job. */
	boolean isBusy(String process, long stamp) {
		return this.runs.stream()
			.anyMatch((run) -> run.work().process().equals(process) && run.begin() <= stamp
					&& run.work().lastSign() >= stamp);
	}

	/** Returns all runs of the same tick. */
	List<TickRun> like(TickRun run) {
		return this.runs.stream().filter(run::isSameTick).toList();
	}

}
