/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.leaderelection.Candidacy;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that long-lived objects keep nothing, however often an engine starts and stops,
 * leads and follows. In manual time, with the store in memory.
 */
@Timeout(40)
class EngineLeakTests {

	private static final int STARTS = 1_000;

	private static final int TERMS = 10_000;

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private ElectionEngine engine() {
		return ElectionEngineBuilder.of(this.memory.open(), this.memory.traits())
			.namespace("n")
			.time(this.time)
			.build();
	}

	@Test
	void closedEnginesLeaveNothing() {
		Map<String, Long> before = threads();
		List<WeakReference<Object>> closed = new ArrayList<>();
		for (int i = 0; i < STARTS; i++) {
			closed.addAll(liveAndDie());
		}
		assertThat(this.time.schedulers()).isEmpty();
		assertThat(this.memory.subscriptions()).as("subscriptions of the store").isZero();
		assertThat(threads()).isEqualTo(before);
		awaitCollection(() -> closed.stream().allMatch((reference) -> reference.get() == null));
	}

	/** Runs an engine and returns references that must be cleared. */
	private List<WeakReference<Object>> liveAndDie() {
		ElectionEngine engine = engine();
		LeadershipListener listener = new LeadershipListener() {
		};
		engine.addListener(listener);
		LeaderElection election = engine.join("e").election();
		engine.start();
		this.time.advance(Duration.ofSeconds(30));
		assertThat(election.isLeader()).isTrue();
		Leadership leadership = election.leadership().orElseThrow();
		close(engine);
		this.time.runDue();
		assertThat(leadership.isValid()).isFalse();
		return List.of(new WeakReference<>(engine), new WeakReference<>(election), new WeakReference<>(leadership),
				new WeakReference<>(listener));
	}

	@Test
	void startsAndStopsOfOneEngineLeaveNothing() {
		ElectionEngine engine = engine();
		LeaderElection election = engine.join("e").election();
		cycle(engine, election);
		int tasks = waiting();
		for (int i = 0; i < STARTS; i++) {
			cycle(engine, election);
		}
		assertThat(waiting()).as("tasks that wait for their time").isEqualTo(tasks);
		assertThat(this.memory.subscriptions()).as("subscriptions of the store").isZero();
		close(engine);
	}

	private int waiting() {
		return this.time.schedulers().stream().mapToInt(ManualScheduler::waiting).sum();
	}

	private void cycle(ElectionEngine engine, LeaderElection election) {
		engine.start();
		this.time.runDue();
		assertThat(election.isLeader()).isTrue();
		engine.stop();
		// Periodic checks of a handover run once more
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).isFalse();
	}

	@Test
	void leftElectionsLeaveNothing() {
		ElectionEngine engine = engine();
		engine.start();
		this.time.runDue();
		List<WeakReference<Object>> left = new ArrayList<>();
		for (int i = 0; i < STARTS; i++) {
			left.addAll(joinAndLeave(engine, "e" + i));
		}
		// The timeouts of their last commands
		this.time.advance(Duration.ofMinutes(1));
		assertThat(engine.all()).isEmpty();
		awaitCollection(() -> left.stream().allMatch((reference) -> reference.get() == null));
		close(engine);
	}

	private List<WeakReference<Object>> joinAndLeave(ElectionEngine engine, String name) {
		Candidacy candidacy = engine.join(name);
		LeadershipListener listener = new LeadershipListener() {
		};
		candidacy.election().addListener(listener);
		this.time.runDue();
		assertThat(candidacy.election().isLeader()).isTrue();
		candidacy.close();
		this.time.runDue();
		return List.of(new WeakReference<>(candidacy), new WeakReference<>(listener));
	}

	@Test
	void pastTermsLeaveNothing() {
		ElectionEngine engine = engine();
		LeaderElection election = engine.join("e").election();
		engine.start();
		this.time.runDue();
		oneTerm(election);
		int tasks = waiting();
		List<WeakReference<Object>> over = new ArrayList<>();
		for (int i = 0; i < TERMS; i++) {
			over.addAll(oneTerm(election));
		}
		assertThat(waiting()).as("tasks that wait for their time").isLessThanOrEqualTo(tasks);
		assertThat(this.memory.subscriptions()).as("subscriptions of the store").isOne();
		awaitCollection(() -> over.stream().allMatch((reference) -> reference.get() == null));
		close(engine);
	}

	private void close(ElectionEngine engine) {
		engine.stop();
		// No other thread moves time while the close waits
		this.time.runDue();
		engine.close();
	}

	/** A term with guarded work, listeners and a handover. */
	private List<WeakReference<Object>> oneTerm(LeaderElection election) {
		assertThat(election.isLeader()).isTrue();
		Leadership leadership = election.leadership().orElseThrow();
		Runnable whenLost = new Runnable() {

			@Override
			public void run() {
				assertThat(leadership.isValid()).isIn(true, false);
			}

		};
		LeadershipListener listener = new LeadershipListener() {
		};
		Registration registration = election.addListener(listener);
		GuardedCall call = election.tryEnter(OnLoss.INTERRUPT);
		assertThat(call).isNotNull();
		call.leadership().onLost(whenLost);
		call.close();
		election.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofMillis(100));
		registration.remove();
		return List.of(new WeakReference<>(leadership), new WeakReference<>(listener), new WeakReference<>(call),
				new WeakReference<>(whenLost));
	}

	private static void awaitCollection(BooleanSupplier collected) {
		for (int i = 0; i < 50 && !collected.getAsBoolean(); i++) {
			System.gc();
		}
		assertThat(collected.getAsBoolean()).as("everything that is over has been forgotten").isTrue();
	}

	/** Returns the number of threads of the library by name. */
	private static Map<String, Long> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("leader-"))
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
	}

}
