/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FaultInjectingLeaseStoreTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private static final ElectionKey KEY = new ElectionKey("n", "e");

	private static final Outcome ABSENT = new Outcome.Free(LeaseStore.ABSENT, false);

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(new ManualTime().wallClock());

	private final LeaseStore real = this.memory.open();

	private final FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(this.memory.open());

	private final Acquire acquire = new Acquire(KEY, "c", Nonce.random(), Duration.ofSeconds(10), 0, 0, Instant.EPOCH,
			Map.of());

	@Test
	void aLostRequestChangesNothing() {
		RuntimeException failure = new IllegalStateException("lost request");
		this.store.inject(StoreOperation.ACQUIRE, StoreFault.failBefore(failure));
		assertThatThrownBy(() -> this.store.acquire(List.of(this.acquire), TIMEOUT)).isSameAs(failure);
		assertThat(observe()).isEqualTo(ABSENT);
		assertThat(this.store.acquire(List.of(this.acquire), TIMEOUT).get(0)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.store.calls(StoreOperation.ACQUIRE)).isEqualTo(2);
	}

	@Test
	void aLostAnswerIsApplied() {
		RuntimeException failure = new IllegalStateException("lost answer");
		this.store.inject(StoreOperation.ACQUIRE, StoreFault.failAfter(failure));
		assertThatThrownBy(() -> this.store.acquire(List.of(this.acquire), TIMEOUT)).isSameAs(failure);
		assertThat(observe()).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void hangingCallEndsOnlyByItsGate() throws Exception {
		Gate gate = new Gate();
		this.store.inject(StoreOperation.ACQUIRE, StoreFault.hang(gate));
		CompletableFuture<List<Outcome.OfAcquire>> answer = new CompletableFuture<>();
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			answer.complete(this.store.acquire(List.of(this.acquire), TIMEOUT));
			interrupted.complete(Thread.currentThread().isInterrupted());
		});
		thread.start();
		gate.awaitArrival();
		thread.interrupt();
		assertThat(observe()).isEqualTo(ABSENT);
		assertThat(answer).isNotDone();
		gate.open();
		assertThat(answer.get().get(0)).isInstanceOf(Outcome.Granted.class);
		assertThat(interrupted.get()).isTrue();
		thread.join();
	}

	@Test
	void aLateAnswerIsAppliedAtOnce() throws Exception {
		Gate gate = new Gate();
		this.store.inject(StoreOperation.ACQUIRE, StoreFault.answerLate(gate));
		CompletableFuture<List<Outcome.OfAcquire>> answer = CompletableFuture
			.supplyAsync(() -> this.store.acquire(List.of(this.acquire), TIMEOUT));
		gate.awaitArrival();
		assertThat(observe()).isInstanceOf(Outcome.Leased.class);
		assertThat(answer).isNotDone();
		gate.open();
		assertThat(answer.get().get(0)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aPoisonedElectionFailsItsWholeBatch() {
		RuntimeException failure = new IllegalStateException("poison");
		ElectionKey other = new ElectionKey("n", "other");
		this.store.poison(KEY, failure);
		assertThatThrownBy(() -> this.store.observe(List.of(other, KEY), TIMEOUT)).isSameAs(failure);
		assertThat(this.store.observe(List.of(other), TIMEOUT)).containsExactly(new Outcome.Free(0, false));
		this.store.heal(KEY);
		assertThat(this.store.observe(List.of(other, KEY), TIMEOUT)).hasSize(2);
	}

	@Test
	void aReplayReachesTheRealStore() {
		Outcome.Granted granted = (Outcome.Granted) this.store.acquire(List.of(this.acquire), TIMEOUT).get(0);
		this.store.release(List.of(new Release(KEY, this.acquire.nonce(), granted.token())), TIMEOUT);
		assertThat(this.store.replay(StoreOperation.ACQUIRE, 0)).isEqualTo(List.of(new Outcome.Lost()));
		assertThat(this.store.replay(StoreOperation.RELEASE, 0)).isEqualTo(List.of(new Outcome.Released()));
		assertThat(this.store.calls(StoreOperation.ACQUIRE)).isEqualTo(1);
	}

	@Test
	void notificationsAreLostAndWatchesEndOnCommand() {
		List<String> received = new ArrayList<>();
		LeaseStore.Watch watch = this.store.watch("n", new LeaseStore.NotificationListener() {

			@Override
			public void notified(String election) {
				received.add(election);
			}

			@Override
			public void live(boolean live) {
				received.add("live " + live);
			}

		});
		Outcome.Granted granted = (Outcome.Granted) this.store.acquire(List.of(this.acquire), TIMEOUT).get(0);
		Release release = new Release(KEY, this.acquire.nonce(), granted.token());
		this.store.endWatch();
		this.store.release(List.of(release), TIMEOUT);
		this.store.confirmWatch();
		this.store.release(List.of(release), TIMEOUT);
		watch.close();
		this.store.release(List.of(release), TIMEOUT);
		assertThat(received).containsExactly("live true", "live false", "live true", "e", "live false");
	}

	private Outcome observe() {
		return this.real.observe(List.of(KEY), TIMEOUT).get(0);
	}

}
