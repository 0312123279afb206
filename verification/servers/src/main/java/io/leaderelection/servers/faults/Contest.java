/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two candidates of one election that are observed continuously: they never lead at the
 * same time, and tokens never fall.
 */
final class Contest implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final String namespace = "faults-" + UUID.randomUUID();

	private final ElectionTiming timing;

	private final ElectionEngine first;

	private final ElectionEngine second;

	private final LeaderElection one;

	private final LeaderElection two;

	private long highest;

	/** Starts both; the first leads, and the second follows it. */
	Contest(ElectionTiming timing, LeaseStoreFactory first, LeaseStoreFactory second) {
		this.timing = timing;
		this.first = engine(first);
		this.one = this.first.join("e").election();
		this.second = engine(second);
		this.two = this.second.join("e").election();
		this.first.start();
		awaitThat(this.one::isLeader);
		this.second.start();
		awaitThat(() -> this.two.leader().isPresent());
	}

	private ElectionEngine engine(LeaseStoreFactory factory) {
		return ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(this.namespace)
			.timing(this.timing)
			.build();
	}

	LeaderElection one() {
		return this.one;
	}

	LeaderElection two() {
		return this.two;
	}

	/** Observes until a condition is true. */
	void awaitThat(Condition condition) {
		awaitThat(PATIENCE, condition);
	}

	void awaitThat(Duration patience, Condition condition) {
		await().atMost(patience).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(() -> {
			look();
			return condition.isMet();
		});
	}

	/** Observes for a while. */
	void watch(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		awaitThat(() -> System.nanoTime() - end > 0);
	}

	private void look() {
		boolean firstLeads = this.one.isLeader();
		boolean secondLeads = this.two.isLeader();
		assertThat(firstLeads && secondLeads && this.one.isLeader()).as("two leaders").isFalse();
		Optional<Leadership> term = (firstLeads ? this.one : this.two).leadership();
		if (term.isPresent() && term.get().isValid()) {
			assertThat(term.get().fencingToken()).as("token").isGreaterThanOrEqualTo(this.highest);
			this.highest = term.get().fencingToken();
		}
	}

	@Override
	public void close() {
		this.first.close();
		this.second.close();
	}

	/** A condition that becomes true. */
	interface Condition {

		boolean isMet();

	}

}
