/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.leaderelection.chaos.fault.Fault;
import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History;

/**
 * Whether enough happened in a run for it to prove something.
 */
final class Density {

	/** Shorter runs are for smoke only. */
	private static final Duration JUDGED_FROM = Duration.ofMinutes(10);

	private static final int LEAST_FAULTS = 100;

	private static final int LEAST_CHANGES = 50;

	private static final int LEAST_OF_KIND = 3;

	/** Leases of this length leave no time for so many changes in ten minutes. */
	private static final Duration LONG_LEASE = Duration.ofSeconds(10);

	private final FaultLog log;

	private final int changes;

	Density(FaultLog log, Path folder) {
		this.log = log;
		this.changes = Math.max(0, terms(folder) - 1);
	}

	private static int terms(Path folder) {
		Set<Long> tokens = new HashSet<>();
		try (Stream<Path> files = Files.list(folder)) {
			files.filter((file) -> file.toString().endsWith(History.SUFFIX))
				.flatMap((file) -> History.read(file).entries().stream())
				.map(History.Entry::event)
				.filter((event) -> event.kind() == EventKind.GRANTED)
				.forEach((event) -> tokens.add(event.requireToken()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return tokens.size();
	}

	/** For people. */
	String summary() {
		return "%d faults, %.0f %% on the leader, %d leader changes; %s".formatted(this.log.faults(),
				this.log.leaderShare() * 100, this.changes, String.join(", ", this.log.counts()));
	}

	/** What is missing, for a run long enough to be judged. */
	List<String> shortages(Duration duration, Duration lease, List<Fault> kinds) {
		List<String> shortages = new ArrayList<>();
		if (duration.compareTo(JUDGED_FROM) < 0) {
			return shortages;
		}
		if (this.log.faults() < LEAST_FAULTS) {
			shortages.add("only " + this.log.faults() + " faults instead of " + LEAST_FAULTS);
		}
		if (this.changes < LEAST_CHANGES && lease.compareTo(LONG_LEASE) < 0) {
			shortages.add("only " + this.changes + " leader changes instead of " + LEAST_CHANGES);
		}
		if (this.log.leaderShare() < 0.5) {
			shortages.add("less than half of the faults hit the leader");
		}
		for (Fault kind : kinds) {
			if (this.log.count(kind) < LEAST_OF_KIND) {
				shortages.add(kind.name() + " came only " + this.log.count(kind) + " times");
			}
		}
		return shortages;
	}

}
