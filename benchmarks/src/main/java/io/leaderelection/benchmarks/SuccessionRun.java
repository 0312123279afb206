/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long an election on the local store is without a leader, between separate
 * processes: after the leader steps down (from the moment it is asked to) and after it is
 * killed with SIGKILL (from just before the signal). With the default lease of 15 s.
 * <p>
 * Arguments: the number of rounds, default 30.
 */
public final class SuccessionRun {

	/** Rounds until the code that hands over is compiled. */
	private static final int WARM_UP = 100;

	private SuccessionRun() {
	}

	/**
	 * Runs the benchmark and prints a table.
	 * @param args the number of rounds
	 * @throws Exception if a candidate fails
	 */
	public static void main(String[] args) throws Exception {
		int rounds = (args.length > 0) ? Integer.parseInt(args[0]) : 30;
		Path directory = Files.createTempDirectory("leader-election-succession");
		try {
			List<Double> steppedDown = stepDowns(directory, rounds);
			List<Double> killed = kills(directory, rounds);
			System.out.printf("%-12s %8s %8s %8s %8s %8s%n", "local, ms", "rounds", "min", "median", "p90", "max");
			print("step-down", steppedDown);
			print("SIGKILL", killed);
		}
		finally {
			try (Stream<Path> files = Files.walk(directory)) {
				files.sorted(Comparator.reverseOrder()).forEach((file) -> file.toFile().delete());
			}
		}
	}

	private static List<Double> stepDowns(Path directory, int rounds) throws Exception {
		List<Double> times = new ArrayList<>();
		try (CandidateProcess one = new CandidateProcess(directory)) {
			one.await("granted");
			try (CandidateProcess other = new CandidateProcess(directory)) {
				CandidateProcess leader = one;
				CandidateProcess follower = other;
				// Long enough for the follower to have joined, and past every cool-down
				Thread.sleep(2000);
				for (int i = -WARM_UP; i < rounds; i++) {
					leader.stepDown();
					long left = leader.await("leaving");
					double took = (follower.await("granted") - left) / 1e6;
					if (i >= 0) {
						times.add(took);
					}
					CandidateProcess former = leader;
					leader = follower;
					follower = former;
					Thread.sleep(250);
				}
			}
		}
		return times;
	}

	private static List<Double> kills(Path directory, int rounds) throws Exception {
		List<Double> times = new ArrayList<>();
		CandidateProcess leader = new CandidateProcess(directory);
		leader.await("granted");
		for (int i = 0; i < rounds; i++) {
			CandidateProcess follower = new CandidateProcess(directory);
			Thread.sleep(1500 + i % 7 * 11);
			long killed = leader.kill();
			times.add((follower.await("granted") - killed) / 1e6);
			leader = follower;
		}
		leader.close();
		return times;
	}

	private static void print(String what, List<Double> times) {
		List<Double> sorted = times.stream().sorted().toList();
		System.out.printf("%-12s %8d %8.1f %8.1f %8.1f %8.1f%n", what, sorted.size(), sorted.get(0),
				sorted.get(sorted.size() / 2), sorted.get(sorted.size() * 9 / 10), sorted.get(sorted.size() - 1));
	}

}
