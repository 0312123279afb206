/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.LeaderElection;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An engine on real threads.
 */
abstract class ThreadsRig {

	static final ElectionKey KEY = new ElectionKey("default", "billing");

	final ListedStore store = new ListedStore(WallClock.system());

	private final List<ElectionEngine> engines = new ArrayList<>();

	final ElectionEngine engine;

	/** Opens at the end of the test, so that nothing that waits for it stays. */
	final CountDownLatch open = new CountDownLatch(1);

	ThreadsRig(Duration lease) {
		this.engine = engine(ElectionTiming.builder().lease(lease).drainTimeout(Duration.ofSeconds(30)).build());
	}

	ElectionEngine engine(ElectionTiming timing) {
		ElectionEngine engine = ElectionEngineBuilder.of(this.store, ListedStore.TRAITS).timing(timing).build();
		this.engines.add(engine);
		return engine;
	}

	@AfterEach
	void close() {
		this.open.countDown();
		this.engines.forEach(ElectionEngine::close);
	}

	LeaderElection lead(String name) throws InterruptedException {
		LeaderElection election = this.engine.join(name).election();
		this.engine.start();
		awaitLeader(election);
		return election;
	}

	static void awaitLeader(LeaderElection election) throws InterruptedException {
		assertThat(election.awaitLeader(Duration.ofSeconds(20))).isTrue();
	}

}
