/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Instant;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.CallBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that {@link LeaseCommands} does not trust an event that arrives late.
 */
class LateEventIT extends KubernetesFixture {

	private ApiServer api;

	private LeaseCommands commands;

	@BeforeEach
	void openCommands() {
		this.api = new ApiServer(() -> ClientSetup.open(this.server.config()), this.server.namespace());
		LeaseNames names = new LeaseNames(KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX, Map.of());
		LeaseWriter writer = new LeaseWriter(this.server.namespace(), names, Map.of(), this.time.wallClock());
		this.commands = new LeaseCommands(this.api, names, new LeaseReader(false), writer,
				new Sightings(this.time.ticker()));
	}

	@AfterEach
	void closeCommands() {
		this.api.close();
	}

	@Test
	void lateReleaseDoesNotShowAnOlderToken() {
		Lease released = release();
		long token = this.rival.win("e").token();
		this.commands.watched(released, KEY.namespace(), false);
		assertThat(acquire(token)).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.token()).isEqualTo(token));
		this.rival.release("e");
		this.commands.watched(released, KEY.namespace(), false);
		assertThat(acquire(token)).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void releaseThatIsCurrentSavesTheRead() {
		Lease released = release();
		this.commands.watched(released, KEY.namespace(), false);
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
		return this.commands.acquire(
				new Acquire(KEY, "late", Nonce.random(), LEASE, seenToken, 0, Instant.EPOCH, Map.of()), null,
				new CallBudget(this.time.ticker(), SLACK));
	}

}
