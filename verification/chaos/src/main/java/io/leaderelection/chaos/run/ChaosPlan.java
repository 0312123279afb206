/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.chaos.check.Verdict;
import io.leaderelection.chaos.store.Stores;
import io.leaderelection.history.Invariant;
import io.leaderelection.servers.Commands;

/**
 * Runs over each store for a part of the given time, and adds up what all calls have
 * found in one file, until each store has had enough faults. Clean runs leave only their
 * line in that file, others also their folder.
 */
public final class ChaosPlan {

	/** The number of faults after which a store needs no more runs. */
	static final int WANTED = 3000;

	/** The longest run that need not have enough of everything by itself. */
	private static final long LONGEST_SECONDS = 590;

	private static final long SHORTEST_SECONDS = 60;

	/** What a run takes in addition: its start, its end, and the check. */
	private static final long AROUND_SECONDS = 45;

	private static final long DEFAULT_MINUTES = 30;

	private final Path folder;

	private final Path target;

	private final String version;

	private ChaosPlan(Path folder, Path target, String version) {
		this.folder = folder;
		this.target = target;
		this.version = version;
	}

	/**
	 * Continues the plan, and exits: with 0 if all runs were clean, 1 if one was not, 2
	 * if the command line is wrong, 3 if one could not be finished.
	 * @param arguments the minutes that all runs may take, {@value #DEFAULT_MINUTES} by
	 * default
	 */
	public static void main(String[] arguments) {
		long minutes;
		try {
			minutes = minutes(arguments);
		}
		catch (IllegalArgumentException ex) {
			System.err.println("Usage: ./chaos plan [MINUTES], at least 2");
			System.exit(2);
			return;
		}
		ChaosPlan plan = new ChaosPlan(Path.of(System.getProperty("chaos.plan", ".chaos")).toAbsolutePath(),
				ChaosRun.target(), System.getProperty("chaos.version", "unknown"));
		System.exit(plan.run(Duration.ofMinutes(minutes)));
	}

	private static long minutes(String[] arguments) {
		long minutes = (arguments.length == 0) ? DEFAULT_MINUTES : Long.parseLong(arguments[0]);
		if (arguments.length > 1 || minutes < 2) {
			throw new IllegalArgumentException();
		}
		return minutes;
	}

	private int run(Duration time) {
		long end = System.nanoTime() + time.toNanos();
		int worst = 0;
		List<String> stores = needing(read());
		for (int i = 0; i < stores.size(); i++) {
			long remaining = Duration.ofNanos(end - System.nanoTime()).toSeconds();
			long seconds = seconds(remaining, stores.size() - i);
			if (seconds == 0) {
				break;
			}
			RunOptions options = RunOptions.parse(new String[] { stores.get(i), Long.toString(seconds) },
					this.folder.resolve("runs"));
			ChaosRun run = new ChaosRun(options);
			int status = run.status(this.target);
			if (run.isInterrupted()) {
				return 3;
			}
			worst = Math.max(worst, status);
			add(planned(options, run, status));
			if (status == 0) {
				Commands.delete(options.folder());
			}
		}
		System.out.println(summary(read()));
		System.out.println("File: " + file());
		return worst;
	}

	/** Returns the stores that need more faults, those with the fewest first. */
	static List<String> needing(Collection<PlannedRun> runs) {
		return Stores.DURABLE.stream()
			.filter((store) -> faults(of(store, runs)) < WANTED)
			.sorted(Comparator.comparingInt((store) -> faults(of(store, runs))))
			.toList();
	}

	/**
	 * Returns how long a run may take without its start and end.
	 * @param remaining the time left, in seconds
	 * @param stores the number of stores that share it
	 * @return the duration in seconds, or 0 if the time does not suffice for a run
	 */
	static long seconds(long remaining, int stores) {
		if (remaining < SHORTEST_SECONDS + AROUND_SECONDS) {
			return 0;
		}
		return Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, remaining / stores - AROUND_SECONDS));
	}

	private PlannedRun planned(RunOptions options, ChaosRun run, int status) {
		Verdict verdict = run.verdict();
		String versions = this.version + ", Java " + System.getProperty("java.version")
				+ run.server().map((server) -> ", server " + server).orElse("");
		String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
		if (verdict == null) {
			return new PlannedRun(date, options.store(), options.duration().toSeconds(), options.seed(),
					PlannedRun.UNFINISHED, 0, 0, 0, List.of(), List.of(), versions);
		}
		return new PlannedRun(date, options.store(), options.duration().toSeconds(), options.seed(),
				(status == 0) ? PlannedRun.CLEAN : PlannedRun.NOT_CLEAN, verdict.faults(), verdict.onLeader(),
				verdict.changes(), codes(verdict.violations().keySet()), codes(verdict.unseen()), versions);
	}

	private static List<String> codes(Collection<Invariant> invariants) {
		return invariants.stream().sorted().map(Invariant::code).toList();
	}

	/** Returns a line for each store, and one for each run that was not clean. */
	static String summary(Collection<PlannedRun> runs) {
		List<String> lines = new ArrayList<>();
		for (String store : Stores.DURABLE) {
			List<PlannedRun> own = of(store, runs);
			lines.add("%-18s %d of %d faults, %d on the leader, %d changes of leader; %d of %d runs clean%s".formatted(
					store, faults(own), WANTED, own.stream().mapToInt(PlannedRun::onLeader).sum(),
					own.stream().mapToInt(PlannedRun::changes).sum(), own.stream().filter(PlannedRun::isClean).count(),
					own.size(), neverSeen(own)));
		}
		runs.stream()
			.filter((run) -> !run.isClean())
			.forEach((run) -> lines.add("%s: %s, seed %d%s (%s)".formatted(run.outcome(), run.store(), run.seed(),
					run.violated().isEmpty() ? "" : ", violated " + String.join(", ", run.violated()),
					run.versions())));
		return String.join("\n", lines);
	}

	/** Returns the invariants that no finished run of a store could check. */
	private static String neverSeen(List<PlannedRun> runs) {
		List<PlannedRun> finished = runs.stream()
			.filter((run) -> !run.outcome().equals(PlannedRun.UNFINISHED))
			.toList();
		if (finished.isEmpty()) {
			return "";
		}
		List<String> unseen = new ArrayList<>(finished.get(0).unseen());
		finished.forEach((run) -> unseen.retainAll(run.unseen()));
		return unseen.isEmpty() ? "" : "; never seen: " + String.join(", ", unseen);
	}

	private static List<PlannedRun> of(String store, Collection<PlannedRun> runs) {
		return runs.stream().filter((run) -> run.store().equals(store)).toList();
	}

	private static int faults(List<PlannedRun> runs) {
		return runs.stream().mapToInt(PlannedRun::faults).sum();
	}

	private Path file() {
		return this.folder.resolve("plan.tsv");
	}

	private List<PlannedRun> read() {
		try {
			return Files.exists(file()) ? Files.readAllLines(file()).stream().skip(1).map(PlannedRun::parse).toList()
					: List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + file(), ex);
		}
	}

	private void add(PlannedRun run) {
		try {
			Files.createDirectories(this.folder);
			if (!Files.exists(file())) {
				Files.writeString(file(), PlannedRun.HEADER + "\n");
			}
			Files.writeString(file(), run.toLine() + "\n", StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + file(), ex);
		}
	}

}
