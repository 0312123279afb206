/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StepsTests {

	private final ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build();

	private final List<String> done = new ArrayList<>();

	private Steps steps;

	@BeforeEach
	void lead() {
		this.engine.join("default");
		this.engine.start();
		this.steps = new Steps(this.engine.get("default").leadership().orElseThrow());
	}

	@AfterEach
	void leaveNoInterruptBehind() {
		this.engine.close();
		assertThat(Thread.interrupted()).isFalse();
	}

	private boolean isInterrupted() {
		return Thread.currentThread().isInterrupted();
	}

	@Test
	void actionRunsImmediatelyIfNobodyIsInside() {
		this.steps.whenLeft(() -> this.done.add("at once"));
		assertThat(this.done).containsExactly("at once");
	}

	@Test
	void lastThreadThatLeavesRunsTheAction() throws Exception {
		assertThat(this.steps.enter()).isTrue();
		Thread other = new Thread(this.steps::enter);
		other.start();
		other.join();
		this.steps.whenLeft(() -> this.done.add("left"));
		this.steps.leave();
		assertThat(this.done).as("a thread that ended inside still counts").isEmpty();
		this.steps.interrupt();
	}

	@Test
	void threadIsInsideOnce() {
		assertThat(this.steps.enter()).isTrue();
		assertThat(this.steps.enter()).isFalse();
		this.steps.whenLeft(() -> this.done.add("left"));
		assertThat(this.done).isEmpty();
		this.steps.leave();
		assertThat(this.done).containsExactly("left");
		assertThat(this.steps.enter()).isTrue();
		this.steps.leave();
		assertThat(this.done).containsExactly("left");
	}

	@Test
	void interruptReachesThreadsInsideAndStaysThere() {
		this.steps.interrupt();
		assertThat(isInterrupted()).isFalse();
		this.steps.enter();
		this.steps.interrupt();
		assertThat(isInterrupted()).isTrue();
		this.steps.leave();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void foreignInterruptIsKept() {
		this.steps.enter();
		Thread.currentThread().interrupt();
		this.steps.leave();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void interruptIsSuspendedForAnAction() {
		this.steps.withoutInterrupt(() -> this.done.add("outside"));
		this.steps.enter();
		this.steps.interrupt();
		this.steps.withoutInterrupt(() -> assertThat(isInterrupted()).isFalse());
		assertThat(isInterrupted()).as("it continues inside").isTrue();
		this.steps.leave();
		assertThat(isInterrupted()).isFalse();
		assertThat(this.done).containsExactly("outside");
	}

	@Test
	void onlyOtherThreadsAreAwaited() throws Exception {
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch open = new CountDownLatch(1);
		Thread other = new Thread(() -> {
			this.steps.enter();
			entered.countDown();
			awaitUninterrupted(open);
			this.steps.leave();
		});
		other.start();
		entered.await();
		this.steps.enter();
		this.steps.whenOthersLeft(() -> this.done.add("left"));
		assertThat(this.done).isEmpty();
		open.countDown();
		other.join();
		assertThat(this.done).containsExactly("left");
		this.steps.whenOthersLeft(() -> this.done.add("at once"));
		assertThat(this.done).containsExactly("left", "at once");
		this.steps.leave();
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void interruptOfEnclosingWorkIsKept() {
		DetachableCall call = enter();
		this.steps.enter();
		call.interrupt();
		this.steps.interrupt();
		this.steps.leave();
		assertThat(isInterrupted()).isTrue();
		call.close();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void interruptOfEnclosingStepsIsKept() {
		Steps inner = new Steps(this.engine.get("default").leadership().orElseThrow());
		this.steps.enter();
		inner.enter();
		this.steps.interrupt();
		inner.interrupt();
		inner.leave();
		assertThat(isInterrupted()).isTrue();
		this.steps.leave();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void interruptOfWorkAroundEnclosingStepsIsKept() {
		DetachableCall call = enter();
		this.steps.enter();
		DetachableCall inner = enter();
		call.interrupt();
		inner.interrupt();
		inner.close();
		assertThat(isInterrupted()).isTrue();
		this.steps.leave();
		assertThat(isInterrupted()).isTrue();
		call.close();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	@DisplayName("An interrupt that is suspended for an action is not restored in other work")
	void suspendedInterruptIsNotRestoredInOtherWork() {
		this.steps.enter();
		this.steps.interrupt();
		this.steps.withoutInterrupt(() -> {
			DetachableCall inner = enter();
			inner.interrupt();
			inner.close();
			assertThat(isInterrupted()).isFalse();
		});
		assertThat(isInterrupted()).isTrue();
		this.steps.leave();
	}

	private DetachableCall enter() {
		DetachableCall call = GuardedElection.of(this.engine.get("default")).tryEnter(OnLoss.INTERRUPT);
		assertThat(call).isNotNull();
		return call;
	}

}
