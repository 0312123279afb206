/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import io.leaderelection.LeaderChange;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.guard.Guard;
import io.leaderelection.guard.GuardOutcome;
import io.leaderelection.guard.Guards;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.GuardedElection;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pipelines that wait for a leader. The election leads, but the test controls when it
 * admits calls and when it is decided, even between two checks.
 */
@Timeout(60)
class GuardedFluxTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build();

	/** The result of each attempt; later attempts are refused. */
	private final Queue<BooleanSupplier> tries = new ArrayDeque<>();

	private final AtomicInteger tried = new AtomicInteger();

	private volatile boolean decided;

	private final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();

	/** The number of waits that have begun. */
	private final Semaphore waits = new Semaphore(0);

	private final List<GuardOutcome> outcomes = new CopyOnWriteArrayList<>();

	@BeforeEach
	void start() {
		this.engine.join("default");
		this.engine.start();
		assertThat(this.engine.get("default").isLeader()).isTrue();
	}

	@AfterEach
	void close() {
		this.engine.close();
	}

	@Test
	void electionDecidedAfterAnAttemptIsTriedAgain() throws Exception {
		this.decided = true;
		this.tries.addAll(List.of(() -> false, () -> true));
		assertThat(subscribe(LONG).get(20, TimeUnit.SECONDS)).containsExactly("done");
		assertThat(this.tried).hasValue(2);
		assertThat(this.outcomes).containsExactly(GuardOutcome.EXECUTED);
	}

	@Test
	void callWithoutWaitIsTriedOnce() throws Exception {
		this.decided = true;
		this.tries.addAll(List.of(() -> false, () -> true));
		assertThat(subscribe(Duration.ZERO).get(20, TimeUnit.SECONDS)).isEmpty();
		assertThat(this.tried).hasValue(1);
	}

	@Test
	void waitingCallIsRetriedOnAThreadThatMayBlock() throws Exception {
		this.tries.addAll(List.of(() -> false, () -> !Schedulers.isInNonBlockingThread()));
		CompletableFuture<List<Object>> values = subscribe(LONG);
		awaitWait();
		assertThat(values).isNotDone();
		decide();
		assertThat(values.get(20, TimeUnit.SECONDS)).containsExactly("done");
		assertThat(this.tried).hasValue(2);
		awaitNoListener();
	}

	@Test
	void waitContinuesIfNobodyLeadsAtTheNextAttempt() throws Exception {
		this.tries.addAll(List.of(() -> false, this::noLonger, this::noLonger, () -> true));
		CompletableFuture<List<Object>> values = subscribe(LONG);
		for (int i = 0; i < 2; i++) {
			awaitWait();
			decide();
		}
		awaitWait();
		assertThat(values).isNotDone();
		decide();
		assertThat(values.get(20, TimeUnit.SECONDS)).containsExactly("done");
		assertThat(this.tried).hasValue(4);
		assertThat(this.outcomes).containsExactly(GuardOutcome.EXECUTED);
		awaitNoListener();
	}

	@Test
	void waitEndsWhenAnotherInstanceLeads() throws Exception {
		this.tries.add(() -> false);
		CompletableFuture<List<Object>> values = subscribe(LONG);
		awaitWait();
		decide();
		assertThat(values.get(20, TimeUnit.SECONDS)).isEmpty();
		assertThat(this.tried).as("at first, after the wait, and because it was decided").hasValue(3);
		assertThat(this.outcomes).hasSize(1).doesNotContain(GuardOutcome.EXECUTED);
	}

	@Test
	void electionDecidedAtTheTimeoutIsTriedOnceMore() throws Exception {
		// On a busy machine, the time may be over before the wait begins
		BooleanSupplier last = () -> this.waits.availablePermits() == 0;
		this.tries.addAll(List.of(() -> false, last, () -> true));
		assertThat(subscribe(Duration.ofMillis(50)).get(20, TimeUnit.SECONDS)).containsExactly("done");
	}

	@Test
	void cancelledCallStopsWaiting() throws Exception {
		this.tries.add(() -> false);
		Disposable subscription = flux(LONG).subscribe();
		awaitWait();
		subscription.dispose();
		awaitNoListener();
		decide();
		assertThat(this.tried).hasValue(1);
		assertThat(this.outcomes).isEmpty();
	}

	private boolean noLonger() {
		this.decided = false;
		return false;
	}

	private void awaitWait() throws InterruptedException {
		assertThat(this.waits.tryAcquire(20, TimeUnit.SECONDS)).as("waits").isTrue();
	}

	private void awaitNoListener() {
		Awaitility.await().until(this.listeners::isEmpty);
	}

	private void decide() {
		this.decided = true;
		LeaderChange change = new LeaderChange("default", null, null);
		this.listeners.forEach((listener) -> listener.leaderChanged(change));
	}

	private CompletableFuture<List<Object>> subscribe(Duration waitForLeader) {
		return flux(waitForLeader).collectList().toFuture();
	}

	private Flux<Object> flux(Duration waitForLeader) {
		GuardedElection election = (GuardedElection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { GuardedElection.class }, (proxy, method, arguments) -> answer(method, arguments));
		Guard guard = Guards.of(election, waitForLeader, this.outcomes::add);
		return new GuardedFlux(() -> guard, () -> Flux.just("done"));
	}

	private @Nullable Object answer(Method method, Object @Nullable [] arguments) throws ReflectiveOperationException {
		GuardedElection leading = GuardedElection.of(this.engine.get("default"));
		if (method.getName().equals("tryEnter")) {
			return tryEnter(leading);
		}
		if (method.getName().equals("isDecided")) {
			return this.decided;
		}
		if (method.getName().equals("addListener") && arguments != null) {
			LeadershipListener listener = (LeadershipListener) arguments[0];
			this.listeners.add(listener);
			this.waits.release();
			Registration registration = () -> this.listeners.remove(listener);
			return registration;
		}
		return method.invoke(leading, arguments);
	}

	private @Nullable EnteredCall tryEnter(GuardedElection leading) {
		this.tried.incrementAndGet();
		BooleanSupplier next = this.tries.poll();
		return (next != null && next.getAsBoolean()) ? leading.tryEnter(OnLoss.INTERRUPT) : null;
	}

}
