/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests elections whose lease a client has that is not a candidate.
 */
class OtherHolderTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.leaderelection");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final EditedStore store = new EditedStore(this.memory.open());

	private final ElectionEngine engine = ElectionEngineBuilder.of(this.store, this.memory.traits())
		.namespace("n")
		.time(this.time)
		.vacancyThreshold(Duration.ofMinutes(2))
		.build();

	private final LeaderElection election = this.engine.join("billing").election();

	@BeforeEach
	void listen() {
		this.logger.setLevel(Level.INFO);
		this.logger.setAdditive(false);
		this.log.start();
		this.logger.addAppender(this.log);
		this.engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.election.isLeader()).isTrue();
	}

	@AfterEach
	void close() {
		this.engine.stop();
		this.time.runDue();
		this.engine.close();
		this.logger.detachAppender(this.log);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

	private List<String> warnings() {
		return this.log.list.stream()
			.filter((event) -> event.getLevel() == Level.WARN)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	@Test
	void otherHolderIsAWarningAndNoLeader() {
		this.store.holder = "somebody\n";
		this.time.advance(Duration.ofMinutes(1));
		ElectionStatus status = this.election.status();
		assertThat(this.election.leader()).isEmpty();
		assertThat(status.fencingToken()).as("not that of the former term").isNull();
		assertThat(status.vacantSince()).isNotNull();
		assertThat(status.otherHolder()).isEqualTo("somebody\n");
		assertThat(warnings()).containsExactly("Election 'billing': 'somebody ', which is not a candidate, is entered "
				+ "as holder of the lease, for 3600 s more. Nobody leads until then. Edit it");
		this.time.advance(Duration.ofMinutes(2));
		assertThat(warnings()).hasSize(2).last().asString().contains("nobody is known to lead since");
	}

	@Test
	void everyOtherHolderIsAWarning() {
		for (String holder : List.of("first", "second", "first")) {
			this.store.holder = holder;
			this.time.advance(Duration.ofSeconds(30));
		}
		assertThat(warnings()).hasSize(3);
	}

	@Test
	void otherHolderEnds() {
		this.store.holder = "somebody";
		this.time.advance(Duration.ofSeconds(30));
		this.store.holder = null;
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(this.election.status().otherHolder()).isNull();
		assertThat(this.election.status().vacantSince()).isNull();
	}

	/** The holder of all leases can be edited. */
	private static final class EditedStore implements LeaseStore {

		private final LeaseStore store;

		private @Nullable String holder;

		EditedStore(LeaseStore store) {
			this.store = store;
		}

		private Outcome.@Nullable Leased held() {
			return (this.holder != null)
					? new Outcome.Leased(this.holder, Instant.EPOCH, 1, Duration.ofHours(1), Duration.ZERO, Map.of())
						.ofOther("Edit it")
					: null;
		}

		@Override
		public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
			Outcome.Leased held = held();
			return (held != null) ? List.of(held) : this.store.acquire(batch, timeout);
		}

		@Override
		public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
			return (this.holder != null) ? List.of(new Outcome.Lost()) : this.store.renew(batch, timeout);
		}

		@Override
		public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
			return this.store.release(batch, timeout);
		}

		@Override
		public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
			Outcome.Leased held = held();
			return (held != null) ? List.of(held) : this.store.observe(batch, timeout);
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener) {
			return this.store.watch(namespace, listener);
		}

	}

}
