/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.Candidacy;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the process stays alive: while a thread that is no daemon runs.
 */
class KeepAliveTests {

	private ElectionEngine engine = ElectionEngineBuilder.of(new ListedStore(WallClock.system()), ListedStore.TRAITS)
		.build();

	private Set<Thread> ofOthers = Set.of();

	@BeforeEach
	void findThreadsOfOthers() {
		this.ofOthers = threads();
	}

	@AfterEach
	void close() {
		this.engine.close();
	}

	static Stream<ElectionEngineBuilder> modes() {
		return Stream.of(ElectionEngineBuilder.of(new ListedStore(WallClock.system()), ListedStore.TRAITS),
				ElectionEngineBuilder.alwaysLeading(), ElectionEngineBuilder.neverLeading());
	}

	@ParameterizedTest
	@MethodSource("modes")
	void processStaysFromStartToStopInEachMode(ElectionEngineBuilder mode) {
		this.engine = mode.build();
		this.engine.join("billing");
		assertThat(keeping()).isEmpty();
		for (int i = 0; i < 2; i++) {
			this.engine.start();
			assertThat(keeping()).hasSize(1);
			this.engine.stop();
			awaitNoneKeeps();
		}
	}

	@Test
	void partitionsKeepTheProcessAlive() {
		this.engine = ElectionEngineBuilder.alwaysLeading().partitions("orders", 3).build();
		this.engine.start();
		assertThat(keeping()).hasSize(1);
	}

	@Test
	void processMayEndWhenTheLastCandidacyIsClosed() {
		this.engine.start();
		assertThat(keeping()).isEmpty();
		Candidacy billing = this.engine.join("billing");
		Candidacy orders = this.engine.join("orders");
		Candidacy again = this.engine.join("orders");
		this.engine.joinInBackground("orders");
		assertThat(keeping()).hasSize(1);
		billing.close();
		orders.close();
		assertThat(keeping()).hasSize(1);
		again.close();
		awaitNoneKeeps();
		this.engine.join("billing");
		assertThat(keeping()).hasSize(1);
	}

	@Test
	void workThatIsDoneOnceLetsTheProcessEnd() {
		this.engine.joinInBackground("default");
		this.engine.start();
		assertThat(this.engine.runOnce("schema", (leadership) -> assertThat(keeping()).isEmpty())).isTrue();
		assertThat(this.engine.find("billing")).isEmpty();
		assertThat(keeping()).isEmpty();
	}

	@Test
	void processStaysUntilTheHandoverIsDone() {
		LeaderElection election = this.engine.join("billing").election();
		this.engine.start();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(election::isLeader);
		CompletableFuture<Void> stopped;
		try (GuardedCall call = EngineRig.enter(election, OnLoss.CONTINUE)) {
			stopped = this.engine.stop().toCompletableFuture();
			assertThat(keeping()).hasSize(1);
			assertThat(stopped).isNotDone();
		}
		awaitNoneKeeps();
		assertThat(stopped).isDone();
	}

	@Test
	void interruptDoesNotEndTheThread() {
		this.engine.join("billing");
		this.engine.start();
		Thread keeping = keeping().iterator().next();
		keeping.interrupt();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !keeping.isInterrupted());
		assertThat(keeping.isAlive()).isTrue();
	}

	private void awaitNoneKeeps() {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> keeping().isEmpty());
	}

	private Set<Thread> keeping() {
		Set<Thread> threads = threads();
		threads.removeAll(this.ofOthers);
		return threads;
	}

	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !thread.isDaemon() && thread.getName().startsWith("leader-election"))
			.collect(Collectors.toSet());
	}

}
