/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.tick.TickEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every second whether a tick is due that no call has run: after a grant, when a
 * term is confirmed again, after a longer run, when the scheduler was early or is busy,
 * or when the clock has changed. The scheduler's own call is faster, but may be missing.
 */
final class TickWatch {

	/**
	 * The time for which a tick is left to the scheduler, and the interval between
	 * checks.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final Duration TIDIED = Duration.ofDays(1);

	/** With less room than this, notes without a job are removed early. */
	private static final int SCARCE = LibraryNotes.MAX_CHARACTERS / 4;

	/** How old the tick of a note must be that is removed early. */
	private static final Duration AGED = Duration.ofDays(1);

	private static final Logger logger = LoggerFactory.getLogger(TickWatch.class);

	private final LeaderElections elections;

	private final Map<String, List<TickJob>> jobs;

	private final ScheduledRunnables runnables;

	/** Jobs whose call was requested and has not returned yet. */
	private final Set<TickJob> pending = ConcurrentHashMap.newKeySet();

	/** The time of the last search for abandoned notes, by election. */
	private final Map<String, Instant> tidied = new ConcurrentHashMap<>();

	TickWatch(LeaderElections elections, Collection<TickJob> jobs, ScheduledRunnables runnables) {
		this.elections = elections;
		this.jobs = jobs.stream().collect(Collectors.groupingBy((job) -> job.description().election()));
		this.runnables = runnables;
	}

	void check() {
		this.jobs.forEach((name, jobs) -> this.elections.find(name)
			.filter(LeaderElection::isLeader)
			.flatMap(LeaderElection::leadership)
			.ifPresent((term) -> check(term, jobs)));
	}

	private void check(Leadership term, List<TickJob> jobs) {
		try {
			LibraryNotes notes = LibraryNotes.of(term);
			for (TickJob job : jobs) {
				if (job.isOverdue(notes, term.fencingToken())) {
					call(job, term.fencingToken());
				}
			}
			Instant now = jobs.get(0).now();
			Instant tidied = this.tidied.get(term.election());
			if (tidied == null || Duration.between(tidied, now).abs().compareTo(TIDIED) >= 0) {
				this.tidied.put(term.election(), now);
				foreign(notes, jobs).forEach((key, text) -> tidy(notes, key, text, now));
			}
			makeRoom(notes, jobs, now.minus(AGED));
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			// The checkpoints cannot be read, or the election is of another
			// implementation, which has none
			jobs.forEach((job) -> job.fails(term.fencingToken(), ex));
		}
	}

	private void call(TickJob job, long token) {
		if (!this.pending.add(job)) {
			return;
		}
		boolean requested = false;
		try {
			requested = this.runnables.run(job, () -> this.pending.remove(job));
		}
		finally {
			if (!requested) {
				this.pending.remove(job);
			}
		}
		if (!requested && this.runnables.of(job).isEmpty()) {
			job.fails(token, new IllegalStateException("no scheduler of this instance calls it, though the instance "
					+ "leads. Enable scheduling with @EnableScheduling, or keep this instance from leading"));
		}
	}

	/** Returns the notes of jobs that this application does not have. */
	private static Map<String, String> foreign(LibraryNotes notes, List<TickJob> jobs) {
		Map<String, String> foreign = new HashMap<>(notes.notes());
		foreign.keySet().removeIf((key) -> !key.startsWith(TickEntry.PREFIX));
		jobs.forEach((job) -> foreign.remove(job.key()));
		return foreign;
	}

	/**
	 * Removes notes of jobs that this application does not have, those of the oldest
	 * ticks first, when there is little room. If such a job comes back, one tick may be
	 * lost, but none runs twice.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // if it fails, the next check retries
	private static void makeRoom(LibraryNotes notes, List<TickJob> jobs, Instant aged) {
		int left = LibraryNotes.MAX_CHARACTERS - notes.notes().entrySet().stream().mapToInt(TickWatch::length).sum();
		if (left >= SCARCE) {
			return;
		}
		List<Map.Entry<String, String>> oldest = foreign(notes, jobs).entrySet()
			.stream()
			.filter((note) -> tick(note.getValue()).isBefore(aged))
			.sorted(Comparator.comparing((note) -> tick(note.getValue())))
			.toList();
		for (Map.Entry<String, String> note : oldest) {
			if (left < SCARCE) {
				left += length(note);
				notes.note(note.getKey(), null);
				logger.info("Removed the tick {}, which no job here has, to make room: {}", note.getKey(),
						note.getValue());
			}
		}
	}

	private static int length(Map.Entry<String, String> note) {
		return note.getKey().length() + note.getValue().length();
	}

	/** A note that cannot be read counts as very old. */
	private static Instant tick(String text) {
		try {
			return TickEntry.parse(text).tick();
		}
		catch (IllegalArgumentException ex) {
			return Instant.EPOCH;
		}
	}

	/**
	 * Removes a note of a job that no version of the application has had for a long time.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // if it fails, the next leader retries
	private static void tidy(LibraryNotes notes, String key, String text, Instant now) {
		try {
			if (TickEntry.parse(text).isAbandoned(now)) {
				notes.note(key, null);
				logger.info("Removed the tick {}, which no job has had for 90 days: {}", key, text);
			}
		}
		catch (IllegalArgumentException ex) {
			logger.debug("The tick {}, which belongs to no job here, cannot be read", key, ex);
		}
	}

}
