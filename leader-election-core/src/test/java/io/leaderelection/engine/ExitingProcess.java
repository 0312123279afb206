/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;

/**
 * A process that its listener or guarded work ends, and whose shutdown hook closes the
 * engine. Prints how long this took and whether the lease was released.
 */
final class ExitingProcess {

	private ExitingProcess() {
	}

	public static void main(String[] args) throws Exception {
		String where = args[0];
		ListedStore store = new ListedStore(WallClock.system());
		ElectionEngine engine = ElectionEngineBuilder.of(store, ListedStore.TRAITS)
			.timing(ElectionTiming.builder().drainTimeout(Duration.ofSeconds(40)).build())
			.build();
		Ticker ticker = Ticker.system();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			long began = ticker.nanos();
			engine.close();
			System.out.println("released " + store.count("release") + " after "
					+ Duration.ofNanos(ticker.nanos() - began).toMillis() + " ms");
			System.out.flush();
		}));
		LeaderElection election = engine.join("billing").election();
		if (where.equals("granted")) {
			election.addListener(Recorder.onGranted((leadership) -> System.exit(0)));
		}
		if (where.equals("revoked")) {
			election.addListener(Recorder.onRevoked((revocation) -> System.exit(0)));
		}
		engine.start();
		election.awaitLeader(Duration.ofSeconds(20));
		if (where.equals("work")) {
			try (GuardedCall call = election.tryEnter(OnLoss.INTERRUPT)) {
				System.exit(0);
			}
		}
		if (where.equals("revoked")) {
			election.stepDown();
		}
		Thread.currentThread().join();
	}

}
