/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.local.LocalLeaseStoreFactory;

/**
 * Measures threads and heap of many elections that one process leads on the local store.
 * <p>
 * Argument: the number of elections, 1000 by default.
 */
public final class FootprintRun {

	private FootprintRun() {
	}

	/**
	 * Runs the benchmark and prints the figures.
	 * @param args the number of elections
	 * @throws Exception if the store fails
	 */
	public static void main(String[] args) throws Exception {
		int elections = (args.length > 0) ? Integer.parseInt(args[0]) : 1000;
		Path directory = Files.createTempDirectory("leader-election-footprint");
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		long heapBefore = usedHeap();
		LocalLeaseStoreFactory factory = new LocalLeaseStoreFactory(directory);
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits()).build()) {
			for (int i = 0; i < elections; i++) {
				engine.join("election-" + i);
			}
			long began = System.nanoTime();
			engine.start();
			while (!engine.all().stream().allMatch(LeaderElection::isLeader)) {
				Thread.sleep(20);
			}
			System.out.printf("%d elections led after %.0f ms%n", elections, (System.nanoTime() - began) / 1e6);
			// Two renewal intervals, so that all delayed work has been done
			Thread.sleep(11_000);
			long heap = usedHeap() - heapBefore;
			Map<String, Integer> threads = new TreeMap<>();
			Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> !before.contains(thread))
				.forEach((thread) -> threads.merge(thread.getName(), 1, Integer::sum));
			System.out.printf("heap %.1f MB, threads %d: %s%n", heap / 1e6,
					threads.values().stream().mapToInt(Integer::intValue).sum(), threads.keySet());
		}
		try (Stream<Path> files = Files.walk(directory)) {
			files.sorted(Comparator.reverseOrder()).forEach((file) -> file.toFile().delete());
		}
	}

	private static long usedHeap() throws InterruptedException {
		long used = Long.MAX_VALUE;
		for (int i = 0; i < 5; i++) {
			System.gc();
			Thread.sleep(50);
			used = Math.min(used, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
		}
		return used;
	}

}
