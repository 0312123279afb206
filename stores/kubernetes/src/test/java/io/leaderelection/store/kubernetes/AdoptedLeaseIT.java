/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lease objects that another elector has created, under names that the user gives.
 */
class AdoptedLeaseIT extends KubernetesFixture {

	private static final String NAME = "billing-leader";

	private static final ZonedDateTime LONG_AGO = ZonedDateTime.of(2001, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

	private boolean adopts = true;

	@Override
	KubernetesLeaseStoreFactory.Builder factory(Config config) {
		return super.factory(config).leaseNames(Map.of("e", NAME)).adoptLeases(this.adopts);
	}

	@ParameterizedTest
	@CsvSource({ "0", "-20", "20" })
	@DisplayName("Expiry counts from the last change that was observed, whatever the renew time says")
	void leaseOfAnotherElectorIsTakenOverWhenItHasExpired(int yearsOff) {
		create("controller", LONG_AGO.plusYears(25 + yearsOff));
		assertRemains(this.rival.acquire("e"), 2);
		assertThat(leased(this.rival.observe("e")).isOfCandidate()).as("takes part").isTrue();
		step(1.5);
		assertRemains(this.rival.acquire("e"), 0.5);
		edit("controller", LONG_AGO.plusYears(25 + yearsOff).plusSeconds(2));
		assertRemains(this.rival.acquire("e"), 2);
		step(2);
		Outcome.Granted granted = this.rival.win("e");
		assertThat(granted.token()).isGreaterThan(LONG_AGO.toInstant().toEpochMilli());
		assertThat(granted.notBefore()).isZero();
		assertThat(named().getSpec().getHolderIdentity()).isEqualTo("rival");
		assertThat(named().getSpec().getLeaseTransitions()).isEqualTo(8);
		assertThat(named().getMetadata().getAnnotations()).containsKeys(LeaseWriter.RECORD, "team");
		assertThat(named().getMetadata().getLabels()).containsEntry("app.kubernetes.io/managed-by", "leader-election");
	}

	@Test
	void otherElectorMayTakeItBackAndIsRespected() {
		create("controller", LONG_AGO);
		this.rival.acquire("e");
		step(2);
		long token = this.rival.win("e").token();
		this.rival.release("e");
		edit("controller", LONG_AGO.plusYears(1));
		assertRemains(this.leader.acquire("e"), 2);
		step(2);
		assertThat(this.leader.win("e").token()).isGreaterThan(token);
	}

	@Test
	void releasedLeaseOfAnotherElectorIsTakenOverAtOnce() {
		create("", LONG_AGO);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void holderWithoutALeaseDurationIsRefused() {
		create("controller", LONG_AGO);
		this.server.leases().edit(NAME, (lease) -> lease.editSpec().withLeaseDurationSeconds(null).endSpec());
		assertGarbage(this.rival.acquire("e"));
		assertThat(cause(this.rival.acquire("e"))).hasMessageContainingAll("'controller'", "leaseDurationSeconds",
				"Empty spec.holderIdentity");
	}

	@Test
	void withoutThePropertyTheLeaseIsLeftAlone() {
		this.adopts = false;
		create("controller", LONG_AGO);
		TestCandidate careful = candidate("careful");
		assertGarbage(careful.acquire("e"));
		step(5);
		assertThat(cause(careful.acquire("e"))).hasMessageContainingAll(NAME, "'controller'",
				"leader-election.kubernetes.adopt-leases=true");
	}

	@Test
	@DisplayName("A record that somebody removes ends the term, and costs others the lease of its holder")
	void removedRecordDoesNotEndTheElection() {
		this.adopts = false;
		TestCandidate first = candidate("first");
		TestCandidate second = candidate("second");
		long token = first.win("e").token();
		second.acquire("e");
		this.server.leases()
			.edit(NAME, (lease) -> lease.editMetadata().removeFromAnnotations(LeaseWriter.RECORD).endMetadata());
		assertThat(first.renew("e")).isInstanceOf(Outcome.Lost.class);
		assertRemains(second.acquire("e"), 1);
		step(0.5);
		assertRemains(second.acquire("e"), 0.5);
		step(0.5);
		assertThat(second.win("e").token()).isGreaterThan(token);
	}

	private void create(String holder, ZonedDateTime renewed) {
		this.server.leases()
			.create(new LeaseBuilder().withNewMetadata()
				.withName(NAME)
				.addToAnnotations("team", "billing")
				.endMetadata()
				.withNewSpec()
				.withHolderIdentity(holder)
				.withLeaseDurationSeconds((int) LEASE.toSeconds() * 2)
				.withRenewTime(renewed)
				.withLeaseTransitions(7)
				.endSpec()
				.build());
	}

	private void edit(String holder, ZonedDateTime renewed) {
		this.server.leases()
			.edit(NAME,
					(lease) -> lease.editSpec()
						.withHolderIdentity(holder)
						.withLeaseDurationSeconds((int) LEASE.toSeconds() * 2)
						.withRenewTime(renewed)
						.endSpec());
	}

	private Lease named() {
		return this.server.leases().get(NAME);
	}

}
