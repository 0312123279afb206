/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.leaderelection.LeaderElection;
import io.leaderelection.Registration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of an engine on real threads while other code in its process interferes.
 */
@Timeout(40)
class EngineInterferenceTests extends ThreadsRig {

	private static final int RENEWALS = 5;

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final Recorder recorder = new Recorder();

	EngineInterferenceTests() {
		super(Duration.ofSeconds(2));
	}

	private LeaderElection lead() {
		this.engine.addListener(this.recorder);
		LeaderElection election = this.engine.join("billing").election();
		this.engine.start();
		awaitLeading(election);
		return election;
	}

	private static void awaitLeading(LeaderElection election) {
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(election::isLeader);
	}

	/** Runs a check during as many renewals as take longer than a lease. */
	private void whileRenewing(Runnable interference) throws InterruptedException {
		CountDownLatch never = new CountDownLatch(1);
		long enough = this.store.count("renew") + RENEWALS;
		while (this.store.count("renew") < enough) {
			interference.run();
			never.await(5, TimeUnit.MILLISECONDS);
		}
	}

	@Test
	void rule12InterruptsOfItsThreadsEndNoElection() throws Exception {
		LeaderElection election = lead();
		Random random = new Random(28);
		whileRenewing(() -> {
			List<Thread> threads = TaskThreads.ofEngines();
			if (!threads.isEmpty()) {
				threads.get(random.nextInt(threads.size())).interrupt();
			}
		});
		awaitLeading(election);
		election.stepDown(Duration.ZERO).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		awaitLeading(election);
		this.engine.close();
		assertThat(this.store.count("renew")).isPositive();
		assertThat(this.recorder.received.stream().filter((event) -> event.startsWith("granted")).count())
			.isEqualTo(this.recorder.received.stream().filter((event) -> event.startsWith("revoked")).count());
		assertThat(this.recorder.received).contains("revoked billing STEP_DOWN", "revoked billing SHUTDOWN");
	}

	@Test
	void rule12BusyCommonPoolDelaysNothing() throws Exception {
		CountDownLatch over = new CountDownLatch(1);
		List<CompletableFuture<Void>> busy = new ArrayList<>();
		try {
			for (int i = 0; i < 4 * Math.max(1, ForkJoinPool.getCommonPoolParallelism()); i++) {
				busy.add(CompletableFuture.runAsync(() -> TaskThreads.await(over), ForkJoinPool.commonPool()));
			}
			LeaderElection election = lead();
			long token = election.leadership().orElseThrow().fencingToken();
			whileRenewing(() -> {
			});
			assertThat(election.leadership().orElseThrow().fencingToken()).isEqualTo(token);
			election.stepDown().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			this.engine.close();
			assertThat(this.recorder.received).contains("revoked billing STEP_DOWN");
			assertThat(busy).noneMatch(CompletableFuture::isDone);
		}
		finally {
			over.countDown();
			CompletableFuture.allOf(busy.toArray(CompletableFuture[]::new)).join();
		}
	}

	static List<Consumer<Integer>> errors() {
		return List.of(EngineInterferenceTests::recurse, (size) -> {
			throw new OutOfMemoryError("Java heap space, says the test");
		}, (size) -> {
			throw new NoClassDefFoundError("from the test");
		});
	}

	private static void recurse(int depth) {
		// The stack overflows before the number does
		if (depth < Integer.MAX_VALUE) {
			recurse(depth + 1);
		}
		assertThat(depth).isNotNegative();
	}

	@ParameterizedTest
	@MethodSource("errors")
	void rule07ErrorOfAListenerAffectsNoOther(Consumer<Integer> error) throws Exception {
		Registration registration = this.engine.addListener(Recorder.onTerms(() -> error.accept(0)));
		LeaderElection election = lead();
		election.stepDown(Duration.ZERO).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		awaitLeading(election);
		registration.remove();
		this.engine.close();
		assertThat(this.recorder.received).contains("revoked billing STEP_DOWN", "revoked billing SHUTDOWN");
		assertThat(this.recorder.received.stream().filter((event) -> event.startsWith("granted"))).hasSize(2);
	}

}
