/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ConnectionSource;
import io.leaderelection.store.jdbc.Contender;
import io.leaderelection.store.jdbc.NetworkFaultContract;
import io.leaderelection.store.jdbc.TestDatabase;
import io.leaderelection.store.support.LeaseStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests network faults that end the session: the next session acquires its locks again.
 */
@Tag("server")
@Tag("slow")
class AdvisoryNetworkFaultsIT extends NetworkFaultContract {

	@Override
	protected TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	protected int port() {
		return TestDatabase.postgresServer().port();
	}

	@Override
	protected LeaseStoreFactory storeFactory(ConnectionSource source) {
		return AdvisoryLeaseStoreFactory.builder(source).build();
	}

	@Test
	void abandonedSessionIsEndedAndItsLocksReused() throws SQLException {
		Contender contender = contender("first", proxied()).win("a", "b");
		int former = AdvisoryLocks.holder(this.admin, contender.key("a"));
		this.proxy.blackHole(TcpProxy.Direction.TO_CLIENT);
		assertThatExceptionOfType(LeaseStoreException.class)
			.isThrownBy(() -> contender.renew(Duration.ofSeconds(1), List.of("a", "b")));
		this.proxy.heal();
		assertGranted(contender.renew(TIMEOUT, List.of("a", "b")).toArray(Outcome[]::new));
		int latter = AdvisoryLocks.holder(this.admin, contender.key("a"));
		assertThat(latter).isNotZero().isNotEqualTo(former);
		assertThat(AdvisoryLocks.holder(this.admin, contender.key("b"))).isEqualTo(latter);
		assertThat(contender("second").acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		assertThat(AdvisoryLocks.holder(this.admin, contender.key("a"))).isZero();
	}

	@Test
	void aRenewalWhoseAnswerWasLostIsRepeated() {
		Contender contender = contender("first", proxied()).win("a");
		int cuts = this.proxy.cuts();
		this.proxy.cutNextAnswer();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		assertThat(this.proxy.cuts()).as("lost answers").isEqualTo(cuts + 1);
	}

	@Test
	void anObservationWhoseAnswerWasLostIsRepeated() {
		contender("first").win("a");
		Contender witness = contender("witness", proxied());
		witness.observe(TIMEOUT, List.of("a"));
		int cuts = this.proxy.cuts();
		this.proxy.cutNextAnswer();
		assertThat(witness.observe(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Leased.class);
		assertThat(this.proxy.cuts()).as("lost answers").isEqualTo(cuts + 1);
	}

	@Test
	void aSessionThatIsCutOffIsEndedByTheServerAfterALease() throws SQLException {
		Contender contender = contender("first", proxied(), Duration.ofSeconds(2)).win("a");
		this.proxy.blackHole();
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> AdvisoryLocks.holder(this.admin, contender.key("a")) == 0);
		Contender second = contender("second");
		assertThat(second.acquire(TIMEOUT, List.of("a")).get(0)).isInstanceOf(Outcome.Free.class);
		Outcome outcome = second.acquire(TIMEOUT, List.of("a")).get(0);
		assertGranted(outcome);
		assertThat(((Outcome.Granted) outcome).notBefore()).isZero();
	}

}
