/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An API server, a candidate that reaches it through a proxy, another one that reaches it
 * directly, and a stepped ticker.
 */
@Tag("server")
@Tag("slow")
abstract class KubernetesFixture {

	static final Duration LEASE = Duration.ofMinutes(5);

	/** The time that a test may take on a busy machine. */
	static final Duration SLACK = Duration.ofMinutes(1);

	static final ElectionKey KEY = TestCandidate.key("e");

	final SteppedTime time = new SteppedTime();

	private final List<TestCandidate> candidates = new ArrayList<>();

	FilteredCluster server;

	TcpProxy proxy;

	TestCandidate leader;

	TestCandidate rival;

	@BeforeEach
	void openAll() {
		this.server = FilteredCluster.open();
		this.proxy = TcpProxy.to(this.server.port());
		this.leader = open("leader", this.server.config(this.proxy.port()), LEASE);
		this.rival = candidate("rival");
	}

	@AfterEach
	void closeAll() {
		this.proxy.heal();
		this.candidates.forEach(TestCandidate::close);
		this.proxy.close();
		this.server.close();
	}

	/** Opens another candidate that reaches the server directly. */
	TestCandidate candidate(String name) {
		return open(name, this.server.config(), LEASE);
	}

	TestCandidate candidate(String name, Duration lease) {
		return open(name, this.server.config(), lease);
	}

	private TestCandidate open(String name, Config config, Duration lease) {
		TestCandidate candidate = new TestCandidate(factory(config).build().open(this.time), name, lease);
		this.candidates.add(candidate);
		return candidate;
	}

	KubernetesLeaseStoreFactory.Builder factory(Config config) {
		return KubernetesLeaseStoreFactory.builder(config);
	}

	void step(double leases) {
		this.time.step(Duration.ofMillis(Math.round(leases * LEASE.toMillis())));
	}

	Lease lease() {
		return this.server.leases().get(KEY);
	}

	static Outcome.Leased leased(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		return (Outcome.Leased) outcome;
	}

	/** Asserts that about this share of the lease remains. */
	static void assertRemains(Outcome outcome, double share) {
		Duration expected = Duration.ofMillis(Math.round(share * LEASE.toMillis()));
		assertThat(leased(outcome).remaining()).isGreaterThan(expected.minus(SLACK)).isLessThanOrEqualTo(expected);
	}

	static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class));
	}

	static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause();
	}

}
