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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.work.DetachableCall;
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

	private final AtomicBoolean stop = new AtomicBoolean();

	private final AtomicReference<String> wrong = new AtomicReference<>();

	DetachedCallRaceTests() {
		super(Duration.ofSeconds(2));
	}

	@BeforeEach
	void lead() throws InterruptedException {
		lead("billing");
	}

	@Test
	void cancellationDoesNotWaitForListeners() throws Exception {
		CountDownLatch cancelled = new CountDownLatch(2);
		this.engine.addListener(Recorder.onRevoked((revocation) -> TaskThreads.await(this.open)));
		for (int i = 0; i < 2; i++) {
			DetachableCall call = EngineRig.enter(this.election, OnLoss.INTERRUPT);
			call.detach(() -> {
				cancelled.countDown();
				// Also hangs, and the other does not wait for it
				TaskThreads.await(this.open);
			});
		}
		this.store.delete(KEY);
		assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void workIsEitherInterruptedOrCancelledOnce() throws Exception {
		List<Thread> workers = work(OnLoss.INTERRUPT, (call) -> {
			AtomicInteger cancelled = new AtomicInteger();
			DetachedCall detached = call.detach(cancelled::incrementAndGet);
			if (call.interrupted() && cancelled.get() != 1) {
				this.wrong.set("interrupted before and not cancelled");
			}
			Thread.onSpinWait();
			detached.close();
			if (cancelled.get() > 1) {
				this.wrong.set("cancelled twice");
			}
		});
		for (int i = 0; i < 200; i++) {
			this.store.expire(KEY);
			this.election.stepDown(Duration.ZERO).toCompletableFuture().get(20, TimeUnit.SECONDS);
			awaitLeader(this.election);
		}
		end(workers);
	}

	@Test
	void rule08HandoverNeverBeginsDuringADetach() throws Exception {
		Map<Long, AtomicInteger> running = new ConcurrentHashMap<>();
		List<Thread> workers = work(OnLoss.CONTINUE, (call) -> {
			AtomicInteger ofTerm = running.computeIfAbsent(call.leadership().fencingToken(),
					(token) -> new AtomicInteger());
			ofTerm.incrementAndGet();
			DetachedCall detached = call.detach(() -> this.wrong.set("cancelled"));
			Thread.onSpinWait();
			ofTerm.decrementAndGet();
			detached.close();
		});
		for (int i = 0; i < 200; i++) {
			Leadership term = this.election.leadership().orElse(null);
			this.election.stepDown(Duration.ZERO).toCompletableFuture().get(20, TimeUnit.SECONDS);
			if (term != null && running.getOrDefault(term.fencingToken(), new AtomicInteger()).get() != 0) {
				this.wrong.set("released under running work");
			}
			awaitLeader(this.election);
		}
		end(workers);
		assertThat(running).hasSizeGreaterThan(1);
	}

	private interface Work {

		void run(DetachableCall call);

	}

	private List<Thread> work(OnLoss onLoss, Work work) {
		List<Thread> workers = IntStream.range(0, 4).mapToObj((i) -> new Thread(() -> {
			while (!this.stop.get()) {
				DetachableCall call = GuardedElection.of(this.election).tryEnter(onLoss);
				if (call != null) {
					work.run(call);
				}
				if (Thread.interrupted()) {
					this.wrong.set("interrupted outside");
				}
			}
		})).toList();
		workers.forEach(Thread::start);
		return workers;
	}

	private void end(List<Thread> workers) throws InterruptedException {
		this.stop.set(true);
		for (Thread worker : workers) {
			worker.join();
		}
		assertThat(this.wrong.get()).isNull();
	}

	@Test
	void hangingCancellationsDelayNoOtherElection() throws Exception {
		LeaderElection other = this.engine.join("invoices").election();
		awaitLeader(other);
		CountDownLatch first = new CountDownLatch(1);
		CountDownLatch all = new CountDownLatch(20);
		for (int i = 0; i < 20; i++) {
			EngineRig.enter(this.election, OnLoss.INTERRUPT).detach(() -> {
				first.countDown();
				TaskThreads.await(this.open);
				all.countDown();
			});
		}
		CountDownLatch cancelled = new CountDownLatch(1);
		EngineRig.enter(other, OnLoss.INTERRUPT).detach(cancelled::countDown);
		this.store.delete(KEY);
		assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
		this.store.delete(new ElectionKey("default", "invoices"));
		assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(all.getCount()).isEqualTo(20);
		this.open.countDown();
		assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
	}

}
