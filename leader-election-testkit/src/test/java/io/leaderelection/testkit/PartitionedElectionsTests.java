/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import io.leaderelection.LeaderElection;
import io.leaderelection.Partition;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Instances with different numbers of partitions are started, stopped and disconnected at
 * random, or killed while others remove the number: partitions of two numbers must never
 * be led at the same time.
 */
class PartitionedElectionsTests {

	private static final int SCHEDULES = 25;

	private static final int STEPS = 30;

	private static final int MOST = 5;

	private static final int[] NUMBERS = { 3, MOST };

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 4 })
	void oneNumberIsLedAtATime(int instances) {
		for (long seed = 0; seed < SCHEDULES; seed++) {
			new Schedule(seed, instances, false).run();
		}
	}

	/** Removals are requested while instances run, stop, and have just died. */
	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 4 })
	void oneNumberIsLedAtATimeAlthoughItIsRemoved(int instances) {
		int removed = 0;
		int refused = 0;
		for (long seed = 0; seed < SCHEDULES; seed++) {
			Schedule schedule = new Schedule(seed, instances, false);
			schedule.runWithRemovals();
			removed += schedule.removed;
			refused += schedule.refused;
		}
		assertThat(removed).isGreaterThan(SCHEDULES / 4);
		assertThat(refused).isGreaterThan(SCHEDULES);
	}

	/** Without a look at the partitions, their number is removed while they are led. */
	@Test
	void removalThatDoesNotLookIsFound() {
		assertThatThrownBy(() -> {
			for (long seed = 0; seed < 200 * SCHEDULES; seed++) {
				new Schedule(seed, 4, true).runWithRemovals();
			}
		}).isInstanceOf(AssertionError.class).hasMessageContaining("numbers that are led");
	}

	private static final class Schedule {

		private final long seed;

		private final Random random;

		private final ManualTime time = new ManualTime();

		private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

		private final List<Instance> instances = new ArrayList<>();

		/** Whether observations show no leader. */
		private final boolean blind;

		private int removed;

		private int refused;

		Schedule(long seed, int instances, boolean blind) {
			this.seed = seed;
			this.blind = blind;
			this.random = new Random(seed);
			for (int i = 0; i < instances; i++) {
				this.instances.add(new Instance(NUMBERS[this.random.nextInt(NUMBERS.length)], this));
			}
		}

		void run() {
			for (int step = 0; step < STEPS; step++) {
				Instance instance = this.instances.get(this.random.nextInt(this.instances.size()));
				switch (this.random.nextInt(5)) {
					case 0, 1 -> instance.engine.start();
					case 2 -> instance.engine.stop();
					case 3 -> instance.cutOff();
					default -> instance.reconnect();
				}
				pass(Duration.ofMillis(this.random.nextInt(20_000)));
			}
			end();
		}

		void runWithRemovals() {
			for (int step = 0; step < STEPS; step++) {
				Instance instance = this.instances.get(this.random.nextInt(this.instances.size()));
				switch (this.random.nextInt(6)) {
					case 0, 1 -> {
						instance.reconnect();
						instance.engine.start();
					}
					case 2 -> instance.engine.stop();
					case 3 -> {
						// Its records stay until they expire
						instance.cutOff();
						instance.engine.stop();
					}
					default -> instance.engine.partitioned().get(0).forgetNumber().whenComplete((done, failure) -> {
						this.removed += (failure == null) ? 1 : 0;
						this.refused += (failure != null) ? 1 : 0;
					});
				}
				pass(Duration.ofMillis(this.random.nextInt(this.random.nextBoolean() ? 2000 : 40_000)));
			}
			// Where the number was removed, the next start writes one
			this.instances.forEach((instance) -> instance.engine.stop());
			pass(Duration.ofMinutes(1));
			end();
		}

		private void end() {
			// At the end all are connected, and those with the stored number lead
			this.instances.forEach(Instance::reconnect);
			this.instances.forEach((instance) -> instance.engine.start());
			pass(Duration.ofMinutes(3));
			Instance leading = this.instances.stream()
				.filter((instance) -> instance.led() > 0)
				.findFirst()
				.orElseThrow(() -> new AssertionError("Nobody leads after schedule " + this.seed));
			assertThat(this.instances.stream().mapToInt(Instance::led).sum()).as("schedule %d", this.seed)
				.isEqualTo(leading.number);
			for (Instance instance : this.instances) {
				assertThat(instance.engine.partitioned().get(0).problem() == null).as("schedule %d", this.seed)
					.isEqualTo(instance.number == leading.number);
				instance.engine.stop();
			}
			this.time.runDue();
			this.instances.forEach((instance) -> instance.engine.close());
		}

		private void pass(Duration duration) {
			for (long left = duration.toMillis(); left > 0; left -= 500) {
				this.time.advance(Duration.ofMillis(Math.min(left, 500)));
				check();
			}
		}

		private void check() {
			Set<Integer> numbers = new TreeSet<>();
			List<String> led = new ArrayList<>();
			for (Instance instance : this.instances) {
				instance.engine.all()
					.stream()
					.filter(LeaderElection::isLeader)
					.map(LeaderElection::name)
					.forEach(led::add);
				if (instance.led() > 0) {
					numbers.add(instance.number);
				}
			}
			assertThat(numbers).as("numbers that are led in schedule %d", this.seed).hasSizeLessThan(2);
			assertThat(led).as("schedule %d", this.seed).doesNotHaveDuplicates();
		}

	}

	private static final class Instance {

		private final int number;

		private final FaultInjectingLeaseStore store;

		private final ElectionEngine engine;

		Instance(int number, Schedule schedule) {
			this.number = number;
			LeaseStore store = schedule.memory.open();
			this.store = new FaultInjectingLeaseStore(schedule.blind ? blind(store) : store);
			this.engine = ElectionEngineBuilder.of(this.store, schedule.memory.traits())
				.namespace("n")
				.time(schedule.time)
				.partitions("orders", number)
				.build();
		}

		/** Shows no leader to observers. */
		private static LeaseStore blind(LeaseStore store) {
			return (LeaseStore) Proxy.newProxyInstance(LeaseStore.class.getClassLoader(),
					new Class<?>[] { LeaseStore.class }, (proxy, method, arguments) -> {
						Object answer = method.invoke(store, arguments);
						return method.getName().equals("observe")
								? ((List<?>) answer).stream().map(Instance::hide).toList() : answer;
					});
		}

		private static Object hide(Object outcome) {
			return (outcome instanceof Outcome.Leased leased)
					? new Outcome.Free(leased.token(), true, leased.checkpoints()) : outcome;
		}

		int led() {
			return (int) this.engine.all().stream().filter(LeaderElection::isLeader).count();
		}

		private static List<ElectionKey> keys() {
			List<ElectionKey> keys = new ArrayList<>(List.of(new ElectionKey("n", "orders")));
			for (int i = 0; i < MOST; i++) {
				keys.add(new ElectionKey("n", new Partition("orders", i).name()));
			}
			return keys;
		}

		void cutOff() {
			keys().forEach((key) -> this.store.poison(key, new IllegalStateException("cut off")));
		}

		void reconnect() {
			keys().forEach(this.store::heal);
		}

	}

}
