/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DetachedCall} on real threads.
 */
@Timeout(60)
class DetachedCallRaceTests extends ThreadsRig {

	private final LeaderElection election = this.engine.join("billing").election();

	DetachedCallRaceTests() {
		super(Duration.ofSeconds(2));
	}

	@BeforeEach
	void lead() throws InterruptedException {
		lead("billing");
	}

	@Test
	void rule08HandoverNeverBeginsDuringADetach() throws Exception {
		Map<Long, AtomicInteger> running = new ConcurrentHashMap<>();
		AtomicBoolean stop = new AtomicBoolean();
		AtomicBoolean cancelled = new AtomicBoolean();
		List<Thread> workers = IntStream.range(0, 4).mapToObj((i) -> new Thread(() -> {
			while (!stop.get()) {
				EnteredCall call = GuardedElection.of(this.election).tryEnter(OnLoss.CONTINUE);
				if (call != null) {
					AtomicInteger ofTerm = running.computeIfAbsent(call.leadership().fencingToken(),
							(token) -> new AtomicInteger());
					ofTerm.incrementAndGet();
					DetachedCall detached = call.detach(() -> cancelled.set(true));
					Thread.onSpinWait();
					ofTerm.decrementAndGet();
					detached.close();
				}
			}
		})).toList();
		workers.forEach(Thread::start);
		for (int i = 0; i < 200; i++) {
			Leadership term = this.election.leadership().orElse(null);
			this.election.stepDown(Duration.ZERO).toCompletableFuture().get(20, TimeUnit.SECONDS);
			if (term != null && running.containsKey(term.fencingToken())) {
				assertThat(running.get(term.fencingToken())).as("work that runs after the release").hasValue(0);
			}
			awaitLeader(this.election);
		}
		stop.set(true);
		for (Thread worker : workers) {
			worker.join();
		}
		assertThat(cancelled).isFalse();
		assertThat(running).hasSizeGreaterThan(1);
	}

	@Test
	void hangingListenersAndCancellationsDelayNoCancellation() throws Exception {
		LeaderElection other = this.engine.join("invoices").election();
		awaitLeader(other);
		this.engine.addListener(Recorder.onRevoked((revocation) -> TaskThreads.await(this.open)));
		CountDownLatch some = new CountDownLatch(2);
		CountDownLatch all = new CountDownLatch(20);
		for (int i = 0; i < 20; i++) {
			EngineRig.enter(this.election, OnLoss.INTERRUPT).detach(() -> {
				some.countDown();
				TaskThreads.await(this.open);
				all.countDown();
			});
		}
		CountDownLatch cancelled = new CountDownLatch(1);
		EngineRig.enter(other, OnLoss.INTERRUPT).detach(cancelled::countDown);
		this.store.delete(KEY);
		assertThat(some.await(20, TimeUnit.SECONDS)).isTrue();
		this.store.delete(new ElectionKey("default", "invoices"));
		assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(all.getCount()).isEqualTo(20);
		this.open.countDown();
		assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
	}

}
