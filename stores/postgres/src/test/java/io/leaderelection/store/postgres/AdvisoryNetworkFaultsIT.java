/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.servers.Direction;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.JdbcNetworkFaultsContract;
import io.leaderelection.store.jdbc.OnPostgres;
import io.leaderelection.testkit.StoreCandidate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Adds faults that end the session: the next session acquires its locks again.
 */
@Tag("slow")
class AdvisoryNetworkFaultsIT extends JdbcNetworkFaultsContract implements OnPostgres {

	private Connection admin;

	@BeforeEach
	void connectAdmin() throws SQLException {
		this.admin = database().connect();
	}

	@AfterEach
	void closeAdmin() throws SQLException {
		this.admin.close();
	}

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	private int holder(String election) throws SQLException {
		return AdvisoryLocks.holder(this.admin, StoreCandidate.key(election));
	}

	@Test
	void abandonedSessionIsEndedAndItsLocksReused() throws SQLException {
		String other = election();
		this.candidate.win(this.election);
		this.candidate.win(other);
		int former = holder(this.election);
		this.proxy.blackHole(Direction.TO_CLIENT);
		failure(() -> this.candidate.timeout(Duration.ofSeconds(1)).renew(this.election));
		this.proxy.heal();
		this.candidate.timeout(Duration.ofSeconds(30));
		assertThat(this.candidate.renew(this.election)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.candidate.renew(other)).isInstanceOf(Outcome.Granted.class);
		int latter = holder(this.election);
		assertThat(latter).isNotZero().isNotEqualTo(former);
		assertThat(holder(other)).isEqualTo(latter);
		assertThat(this.rival.acquire(this.election)).isInstanceOf(Outcome.Leased.class);
		assertThat(this.candidate.release(this.election)).isEqualTo(new Outcome.Released());
		assertThat(holder(this.election)).isZero();
	}

	@Test
	void aRenewalWhoseAnswerWasLostIsRepeatedWithinTheCall() {
		this.candidate.win(this.election);
		int cuts = this.proxy.cuts();
		this.proxy.cutNextAnswer();
		assertThat(this.candidate.renew(this.election)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.proxy.cuts()).as("lost answers").isEqualTo(cuts + 1);
	}

	@Test
	void anObservationWhoseAnswerWasLostIsRepeatedWithinTheCall() {
		this.rival.win(this.election);
		this.candidate.observe(this.election);
		int cuts = this.proxy.cuts();
		this.proxy.cutNextAnswer();
		assertThat(this.candidate.observe(this.election)).isInstanceOf(Outcome.Leased.class);
		assertThat(this.proxy.cuts()).as("lost answers").isEqualTo(cuts + 1);
	}

}
