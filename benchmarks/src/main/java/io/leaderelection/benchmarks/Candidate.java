/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.election.ElectionEngine;
import io.leaderelection.election.ElectionTiming;
import io.leaderelection.store.local.LocalLeaseStoreFactory;

/**
 * A candidate in a process of its own. Says {@code granted <monotonic ns>} when it leads;
 * told {@code step-down} it says {@code leaving <monotonic ns>} and hands over; ends with
 * its standard input. The monotonic clock is the same for all processes of one machine.
 */
final class Candidate {

	private Candidate() {
	}

	public static void main(String[] args) throws Exception {
		LocalLeaseStoreFactory factory = new LocalLeaseStoreFactory(Path.of(args[0]));
		ElectionTiming timing = ElectionTiming.builder().coolDown(Duration.ofMillis(100)).build();
		try (ElectionEngine engine = ElectionEngine.builder(factory.open(), factory.traits()).timing(timing).build()) {
			LeaderElection election = engine.join("billing");
			election.addListener(new LeadershipListener() {

				@Override
				public void granted(Leadership leadership) {
					System.out.println("granted " + System.nanoTime());
				}

			});
			engine.start();
			BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			String line = input.readLine();
			while (line != null) {
				if (line.equals("step-down")) {
					System.out.println("leaving " + System.nanoTime());
					election.stepDown().thenRun(() -> System.out.println("released " + System.nanoTime()));
				}
				line = input.readLine();
			}
		}
	}

}
