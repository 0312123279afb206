/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Expiry of leases: each candidate measures by its own ticker, from the last change that
 * it observed.
 */
class ObserverIT extends KubernetesFixture {

	private static final Outcome LOST = new Outcome.Lost();

	@Test
	void newcomerWaitsForAWholeLease() {
		long token = this.leader.win("e").token();
		step(3);
		assertRemains(this.rival.acquire("e"), 1);
		step(0.5);
		assertRemains(this.rival.acquire("e"), 0.5);
		step(0.5);
		Outcome.Granted granted = this.rival.win("e");
		assertThat(granted.token()).isGreaterThan(token);
		assertThat(granted.notBefore()).isZero();
	}

	@Test
	void leaseDurationOfTheLeaderCounts() {
		this.leader.win("e");
		TestCandidate hasty = candidate("hasty", LEASE.dividedBy(10));
		assertRemains(hasty.acquire("e"), 1);
		step(0.5);
		assertRemains(hasty.acquire("e"), 0.5);
	}

	@Test
	void observedRenewalRestartsTheWait() {
		this.leader.win("e");
		assertRemains(this.rival.acquire("e"), 1);
		step(0.7);
		this.leader.renew("e");
		assertRemains(this.rival.acquire("e"), 1);
		step(0.7);
		assertRemains(this.rival.acquire("e"), 0.3);
	}

	@Test
	void watchObservesARenewalWhenItHappens() throws Exception {
		WatchedNotifications notifications = this.rival.watch();
		this.leader.win("e");
		assertRemains(this.rival.acquire("e"), 1);
		step(0.3);
		this.leader.renew("e");
		// The watch reports this after the renewal
		this.leader.win("marker");
		this.leader.release("marker");
		notifications.await("notification marker");
		step(0.7);
		assertRemains(this.rival.acquire("e"), 0.3);
		step(0.3);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void foreignChangesDoNotExtendTheTerm() {
		this.leader.win("e");
		assertRemains(this.rival.acquire("e"), 1);
		for (int i = 1; i < 4; i++) {
			step(0.25);
			this.server.leases().annotate(KEY, "somebody/else", Integer.toString(i));
			assertRemains(this.rival.acquire("e"), 1 - 0.25 * i);
		}
		step(0.25);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void wallClocksDecideNothing() {
		this.leader.win("e");
		this.rival.acquire("e");
		step(0.5);
		ZonedDateTime longAgo = ZonedDateTime.of(2001, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
		this.server.leases().edit(KEY, (lease) -> lease.editSpec().withRenewTime(longAgo).endSpec());
		assertRemains(this.rival.acquire("e"), 0.5);
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aHolderRemovedByHandCostsTheRestOfTheLease() {
		this.leader.win("e");
		this.rival.acquire("e");
		step(0.25);
		this.server.leases().enterHolder(KEY, "");
		assertRemains(this.rival.acquire("e"), 0.75);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.leader.release("e")).isEqualTo(LOST);
		assertThat(this.leader.repeat("e")).isEqualTo(LOST);
		step(0.7);
		assertRemains(this.rival.acquire("e"), 0.05);
		step(0.05);
		assertThat(this.rival.win("e").notBefore()).isZero();
	}

	@Test
	void aHolderEnteredByHandIsRespectedForItsLease() {
		long token = this.leader.win("e").token();
		this.rival.acquire("e");
		step(0.25);
		this.server.leases().enterHolder(KEY, "mallory");
		assertThat(leased(this.rival.acquire("e")).candidate()).isEqualTo("mallory");
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.leader.release("e")).isEqualTo(LOST);
		step(0.75);
		assertRemains(this.rival.acquire("e"), 0.25);
		step(0.25);
		assertThat(this.rival.win("e").token()).isGreaterThan(token);
		assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("rival");
	}

	@Test
	@DisplayName("Another kind of elector is respected while it renews its lease, also after a release")
	void otherElectorIsRespected() {
		this.leader.win("e");
		this.leader.release("e");
		ZonedDateTime renewed = ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
		for (int i = 0; i < 3; i++) {
			ZonedDateTime now = renewed.plusSeconds(i);
			this.server.leases()
				.edit(KEY,
						(lease) -> lease.editSpec()
							.withHolderIdentity("controller")
							.withRenewTime(now)
							.withLeaseDurationSeconds((int) LEASE.toSeconds() * 2)
							.endSpec());
			assertRemains(this.rival.acquire("e"), 2);
			step(1.5);
		}
		assertRemains(this.rival.acquire("e"), 0.5);
		step(0.5);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void fieldsForOtherToolsAreUpdated() {
		this.leader.win("e");
		ZonedDateTime acquired = lease().getSpec().getAcquireTime();
		assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("leader");
		assertThat(lease().getSpec().getLeaseDurationSeconds()).isEqualTo((int) LEASE.toSeconds());
		assertThat(lease().getSpec().getLeaseTransitions()).isZero();
		ZonedDateTime first = lease().getSpec().getRenewTime();
		this.leader.renew("e");
		assertThat(lease().getSpec().getRenewTime()).isAfterOrEqualTo(first);
		assertThat(lease().getSpec().getAcquireTime()).isEqualTo(acquired);
		this.leader.release("e");
		assertThat(lease().getSpec().getHolderIdentity()).isNullOrEmpty();
		this.rival.win("e");
		assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("rival");
		assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(1);
		assertThat(lease().getSpec().getAcquireTime()).isAfterOrEqualTo(acquired);
		assertThat(lease().getMetadata().getLabels()).containsEntry("app.kubernetes.io/managed-by", "leader-election");
	}

	@Test
	void fractionOfASecondIsRoundedUpForOtherTools() {
		candidate("short", Duration.ofMillis(1500)).win("e");
		assertThat(lease().getSpec().getLeaseDurationSeconds()).isEqualTo(2);
		assertThat(this.server.leases().field(KEY, "lease")).isEqualTo("1500");
	}

}
