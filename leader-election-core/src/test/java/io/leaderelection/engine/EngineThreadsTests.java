/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.ElectionTiming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests of an engine on real threads.
 */
@Timeout(60)
class EngineThreadsTests extends ThreadsRig {

	EngineThreadsTests() {
		// Longer than a loaded machine keeps this process waiting
		super(Duration.ofSeconds(6));
	}

	@Test
	void rule07HangingListenerDelaysOnlyItsOwnElection() throws Exception {
		CountDownLatch hanging = new CountDownLatch(1);
		CountDownLatch received = new CountDownLatch(3);
		this.engine.join("hanging").election().addListener(Recorder.onGranted((leadership) -> {
			hanging.countDown();
			TaskThreads.await(this.open);
		}));
		for (int i = 0; i < 3; i++) {
			this.engine.join("e" + i).election().addListener(Recorder.onGranted((leadership) -> received.countDown()));
		}
		LeaderElection election = lead("hanging");
		assertThat(hanging.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(received.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(election.isLeader()).isTrue();
		CompletableFuture<Void> handover = election.stepDown().toCompletableFuture();
		this.engine.get("e1").stepDown().toCompletableFuture().get(20, TimeUnit.SECONDS);
		assertThat(handover).isNotDone();
		this.open.countDown();
		handover.get(20, TimeUnit.SECONDS);
	}

	@Test
	void rule22StepDownInAListenerWaitsForTheOthers() throws Exception {
		CountDownLatch revoking = new CountDownLatch(1);
		LeaderElection billing = this.engine.join("billing").election();
		this.engine.join("other");
		billing.addListener(Recorder.onRevoked((revocation) -> {
			revoking.countDown();
			TaskThreads.await(this.open);
		}));
		billing.addListener(Recorder.onGranted((leadership) -> billing.stepDown(Duration.ofMinutes(1))));
		lead("other");
		assertThat(revoking.await(20, TimeUnit.SECONDS)).isTrue();
		// A release of the first election would be answered before that of this one
		this.engine.get("other").stepDown().toCompletableFuture().get(20, TimeUnit.SECONDS);
		assertThat(billing.status().state()).isEqualTo(ElectionState.DRAINING);
		this.open.countDown();
		billing.stepDown().toCompletableFuture().get(20, TimeUnit.SECONDS);
		assertThat(this.store.count("release")).isEqualTo(2);
	}

	@Test
	void rule22ListenerDoesNotAwaitItsOwnHandover() throws Exception {
		CompletableFuture<CompletableFuture<Void>> handover = new CompletableFuture<>();
		AtomicReference<Throwable> thrown = new AtomicReference<>();
		LeaderElection billing = this.engine.join("billing").election();
		billing.addListener(Recorder.onGranted((leadership) -> {
			CompletableFuture<Void> stage = billing.stepDown(Duration.ofMinutes(1)).toCompletableFuture();
			try {
				stage.join();
			}
			catch (IllegalStateException ex) {
				thrown.set(ex);
			}
			handover.complete(stage);
		}));
		this.engine.start();
		handover.get(20, TimeUnit.SECONDS).get(20, TimeUnit.SECONDS);
		assertThat(this.store.count("release")).isOne();
		assertThat(thrown.get()).isNotNull().hasMessageContaining("inside a listener");
	}

	@Test
	void rule22BlockingListenerCostsTheRestOfTheLease() throws Exception {
		ElectionTiming timing = ElectionTiming.builder()
			.lease(Duration.ofSeconds(1))
			.drainTimeout(Duration.ofMillis(100))
			.coolDown(Duration.ZERO)
			.build();
		ElectionEngine former = engine(timing);
		LeaderElection blocked = former.join("billing").election();
		CountDownLatch granted = new CountDownLatch(1);
		AtomicBoolean first = new AtomicBoolean(true);
		blocked.addListener(Recorder.onGranted((leadership) -> {
			if (first.getAndSet(false)) {
				blocked.stepDown();
				granted.countDown();
				TaskThreads.await(this.open);
			}
		}));
		former.start();
		assertThat(granted.await(20, TimeUnit.SECONDS)).isTrue();
		LeaderElection next = this.engine.join("billing").election();
		this.engine.start();
		await().atMost(Duration.ofSeconds(20)).until(next::isLeader);
		assertThat(this.store.count("release")).as("released under a listener").isZero();
		assertThat(blocked.status().withheldBy()).containsExactly(TransitionCause.DRAIN_TIMEOUT);
		this.open.countDown();
		await().atMost(Duration.ofSeconds(20)).until(() -> blocked.status().withheldBy().isEmpty());
		next.stepDown(Duration.ofMinutes(1));
		await().atMost(Duration.ofSeconds(20)).until(blocked::isLeader);
	}

	@Test
	void closeInsideAListenerDoesNotWaitForItself() throws Exception {
		CountDownLatch closed = new CountDownLatch(1);
		this.engine.addListener(Recorder.onGranted((leadership) -> {
			this.engine.close();
			closed.countDown();
		}));
		this.engine.join("billing");
		this.engine.start();
		assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
		assertThatIllegalStateException().isThrownBy(this.engine::start);
	}

	@Test
	void interruptArrivesBetweenEntryAndExitOnly() throws Exception {
		LeaderElection election = lead("billing");
		AtomicBoolean poisoned = new AtomicBoolean();
		AtomicBoolean stop = new AtomicBoolean();
		List<Thread> workers = IntStream.range(0, 4).mapToObj((i) -> new Thread(() -> {
			while (!stop.get()) {
				try (GuardedCall call = election.tryEnter(OnLoss.INTERRUPT)) {
					if (call != null) {
						Thread.onSpinWait();
					}
				}
				if (Thread.interrupted()) {
					poisoned.set(true);
				}
			}
		})).toList();
		workers.forEach(Thread::start);
		for (int i = 0; i < 200; i++) {
			this.store.expire(KEY);
			election.stepDown(Duration.ZERO).toCompletableFuture().get(20, TimeUnit.SECONDS);
			awaitLeader(election);
		}
		stop.set(true);
		for (Thread worker : workers) {
			worker.join();
		}
		assertThat(poisoned).isFalse();
	}

	@Test
	void threadsDoNotGrowWithElectionsAndEndWithTheEngine() throws Exception {
		// Other tests have closed their engines
		awaitNoThread();
		for (int i = 0; i < 500; i++) {
			this.engine.join("e" + i);
		}
		assertThat(TaskThreads.ofEngines()).as("before the start").isEmpty();
		lead("last");
		assertThat(TaskThreads.ofEngines()).hasSizeLessThanOrEqualTo(6);
		this.engine.close();
		this.engine.close();
		awaitNoThread();
	}

	private static void awaitNoThread() {
		while (!TaskThreads.ofEngines().isEmpty()) {
			Thread.onSpinWait();
		}
	}

	@Test
	void awaitLeaderIsWokenByTheGrant() throws Exception {
		LeaderElection election = this.engine.join("billing").election();
		FutureTask<Boolean> known = new FutureTask<>(() -> election.awaitLeader(Duration.ofSeconds(20)));
		new Thread(known).start();
		this.engine.start();
		assertThat(known.get(30, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void rule07HandoverCallbackDelaysNothingElse() throws Exception {
		CompletableFuture<String> thread = new CompletableFuture<>();
		this.engine.join("other");
		LeaderElection election = lead("billing");
		GuardedCall call = EngineRig.enter(election, OnLoss.CONTINUE);
		CompletionStage<Void> attached = election.stepDown().thenRun(() -> {
			thread.complete(Thread.currentThread().getName());
			TaskThreads.await(this.open);
		});
		call.close();
		assertThat(thread.get(20, TimeUnit.SECONDS)).doesNotContain("loop").doesNotContain("-io");
		this.engine.get("other").stepDown().toCompletableFuture().get(20, TimeUnit.SECONDS);
		this.open.countDown();
		attached.toCompletableFuture().get(20, TimeUnit.SECONDS);
	}

}
