/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.testkit.WatchedNotifications;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the store does not trust an event that arrives late.
 */
class LateEventIT extends KubernetesFixture {

	private ConditionalStore store;

	private LeaseEvents events;

	@BeforeEach
	void openStore() {
		KubernetesStoreSettings settings = new KubernetesStoreSettings(this.server.namespace(),
				KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX, Map.of(), Map.of(), false);
		LeaseRecords records = new LeaseRecords(() -> ClientSetup.open(this.server.config()), settings, this.time);
		this.store = new ConditionalStore("Kubernetes", new WithoutEvents(records), this.time);
		Watch unused = this.store.watch(KEY.namespace(), new WatchedNotifications());
	}

	@AfterEach
	void closeStore() {
		this.store.close();
	}

	@Test
	void lateReleaseDoesNotShowAnOlderToken() {
		Lease released = release();
		long token = this.rival.win("e").token();
		this.events.take(released, false);
		assertThat(acquire(token)).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.token()).isEqualTo(token));
		this.rival.release("e");
		this.events.take(released, false);
		assertThat(acquire(token)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void releaseThatIsCurrentSavesTheRead() {
		Lease released = release();
		this.events.take(released, false);
		int before = this.server.requests();
		assertThat(acquire(Long.parseLong(this.server.leases().field(KEY, "token"))))
			.isInstanceOf(Outcome.Granted.class);
		assertThat(this.server.requests() - before).isEqualTo(1);
	}

	private Lease release() {
		this.leader.win("e");
		this.leader.release("e");
		return lease();
	}

	private Outcome.OfAcquire acquire(long seenToken) {
		Acquire command = new Acquire(KEY, "late", Nonce.random(), LEASE, seenToken, 0, Instant.EPOCH, Map.of());
		return this.store.acquire(List.of(command), SLACK).get(0);
	}

	/** The records on the server. Only the test sends events. */
	private final class WithoutEvents implements ConditionalRecords {

		private final LeaseRecords records;

		WithoutEvents(LeaseRecords records) {
			this.records = records;
		}

		@Override
		public @Nullable Stored read(ElectionKey key, CallBudget budget) {
			return this.records.read(key, budget);
		}

		@Override
		public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record,
				CallBudget budget) {
			return this.records.replace(key, expected, record, budget);
		}

		@Override
		public Watch watch(String namespace, NotificationListener listener, Changes changes) {
			LeaseNames names = new LeaseNames(KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX, Map.of());
			LeaseReader reader = new LeaseReader(LateEventIT.this.server.namespace(), names, false);
			LateEventIT.this.events = new LeaseEvents(namespace, reader, changes);
			return Watch.NONE;
		}

		@Override
		public void close() {
			this.records.close();
		}

	}

}
