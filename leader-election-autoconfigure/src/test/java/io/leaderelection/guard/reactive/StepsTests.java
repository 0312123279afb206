/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StepsTests {

	private final ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build();

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
	void foreignInterruptIsKept() {
		this.steps.enter();
		Thread.currentThread().interrupt();
		this.steps.leave();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void interruptOfEnclosingWorkIsKept() {
		EnteredCall call = enter();
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
		EnteredCall call = enter();
		this.steps.enter();
		EnteredCall inner = enter();
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
			EnteredCall inner = enter();
			inner.interrupt();
			inner.close();
			assertThat(isInterrupted()).isFalse();
		});
		assertThat(isInterrupted()).isTrue();
		this.steps.leave();
	}

	private EnteredCall enter() {
		EnteredCall call = GuardedElection.of(this.engine.get("default")).tryEnter(OnLoss.INTERRUPT);
		assertThat(call).isNotNull();
		return call;
	}

}
