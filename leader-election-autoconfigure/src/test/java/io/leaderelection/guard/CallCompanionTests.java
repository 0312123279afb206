/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests the order in which companions of a call begin and end, and that the call leaves
 * the term after all of them.
 */
class CallCompanionTests {

	@AutoClose
	private final ElectionEngine engine = ElectionEngineBuilder.alwaysLeading().build();

	private final List<String> events = new ArrayList<>();

	@BeforeEach
	void start() {
		this.engine.join("billing");
		this.engine.start();
	}

	private GuardCall begin(CallCompanion.OfMethod... companions) {
		GuardedElection election = Guards.watched(GuardedElection.class, GuardedElection.of(this.engine.get("billing")),
				(method, arguments, result) -> (result instanceof EnteredCall entered)
						? watched(EnteredCall.class, entered) : result);
		GuardCall call = Guards.of(election, OnLoss.CONTINUE, companions).begin((key) -> null);
		assertThat(call.tryEnter()).isTrue();
		return call;
	}

	private <T> T watched(Class<T> type, T call) {
		return Guards.watched(type, call, (method, arguments, result) -> {
			if (method.equals("close")) {
				this.events.add("left");
			}
			return (result instanceof DetachedCall work) ? watched(DetachedCall.class, work) : result;
		});
	}

	private CallCompanion.OfMethod companion(String name) {
		return (call) -> {
			this.events.add(name + " begins");
			return new Companion(name);
		};
	}

	@Test
	void lastCompanionEndsFirstAndTheTermIsLeftAfterAll() {
		GuardCall call = begin(companion("tick"), companion("watch"));
		assertThat(call.admit()).isTrue();
		call.completed();
		assertThat(this.events).containsExactly("tick begins", "watch begins", "watch ends", "tick ends", "left");
	}

	@Test
	void companionsOfDetachedWorkEndWithIt() {
		GuardCall call = begin(companion("tick"), companion("watch"));
		assertThat(call.admit()).isTrue();
		call.detach(() -> {
		});
		this.events.clear();
		call.closeWork();
		assertThat(this.events).containsExactly("watch ends soon", "tick ends soon", "left");
	}

	@Test
	void companionsKnowThatTheMethodHasReturned() {
		GuardCall call = begin(companion("tick"), companion("watch"));
		assertThat(call.admit()).isTrue();
		this.events.clear();
		call.detach(() -> {
		});
		assertThat(this.events).containsExactly("tick returned", "watch returned");
		call.closeWork();
	}

	@Test
	void refusedCallEndsWhatHasBegun() {
		GuardCall call = begin(companion("tick"), (refused) -> null, companion("watch"));
		assertThat(call.admit()).isFalse();
		assertThat(this.events).containsExactly("tick begins", "tick ends interrupted", "left");
	}

	@Test
	void rule18CompanionThatCannotBeginDelaysNoHandover() {
		GuardCall call = begin(companion("tick"), (failing) -> {
			throw new IllegalStateException("from the test");
		});
		assertThatIllegalStateException().isThrownBy(call::admit);
		assertThat(this.events).containsExactly("tick begins", "tick ends interrupted", "left");
	}

	@Test
	void companionThatFailsAtItsEndDelaysNoHandover() {
		GuardCall call = begin(companion("tick"), (begun) -> new Companion("watch") {

			@Override
			public void endAndLeave(boolean interrupted, Runnable leave) {
				throw new IllegalStateException("from the test");
			}

		});
		assertThat(call.admit()).isTrue();
		assertThatIllegalStateException().isThrownBy(call::completed);
		assertThat(this.events).containsExactly("tick begins", "tick ends", "left");
	}

	private class Companion implements CallCompanion {

		private final String name;

		Companion(String name) {
			this.name = name;
		}

		@Override
		public void returned() {
			end(" returned", null);
		}

		@Override
		public void endAndLeave(boolean interrupted, Runnable leave) {
			end(interrupted ? " ends interrupted" : " ends", leave);
		}

		@Override
		public void endAndLeaveSoon(boolean interrupted, Runnable leave) {
			end(" ends soon", leave);
		}

		private void end(String event, @Nullable Runnable leave) {
			CallCompanionTests.this.events.add(this.name + event);
			if (leave != null) {
				leave.run();
			}
		}

	}

}
