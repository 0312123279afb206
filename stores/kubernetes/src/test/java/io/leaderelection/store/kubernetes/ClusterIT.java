/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store on a real API server with the rights of its manifest, without anything in
 * between.
 */
@Tag("server")
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class ClusterIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private final TestCluster cluster = TestCluster.open();

	private final List<TestCandidate> candidates = new ArrayList<>();

	private final TestCandidate leader = candidate("leader");

	@AfterEach
	void close() {
		this.candidates.forEach(TestCandidate::close);
		this.cluster.close();
	}

	private TestCandidate candidate(String name) {
		TestCandidate candidate = new TestCandidate(
				KubernetesLeaseStoreFactory.builder(this.cluster.config()).build().open(), name, LEASE);
		this.candidates.add(candidate);
		return candidate;
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause();
	}

	@Test
	void onlyTheRightsOfTheManifestAreUsed() throws Exception {
		TestCandidate follower = candidate("follower");
		WatchedNotifications notifications = follower.watch();
		this.leader.win("e");
		assertThat(follower.acquire("e")).isInstanceOf(Outcome.Leased.class);
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.leader.release("e")).isEqualTo(new Outcome.Released());
		notifications.await("notification e");
		assertThat(follower.acquire("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.cluster.kindsOfRequests()).containsExactlyInAnyOrder("get leases", "list leases",
				"watch leases", "create leases", "update leases");
	}

	@ParameterizedTest
	@EnumSource(names = { "GET", "CREATE", "UPDATE" })
	void revokedRightIsNamedUntilItIsGranted(LeaseVerb verb) {
		this.leader.win("e");
		this.cluster.revoke(verb);
		Outcome outcome = switch (verb) {
			case GET -> this.leader.observe("e");
			case CREATE -> this.leader.acquire("other");
			default -> this.leader.renew("e");
		};
		assertThat(cause(outcome)).hasMessageContaining("refused to " + verb)
			.hasMessageContaining("status 403")
			.hasMessageContaining("namespace '" + this.cluster.namespace() + "'")
			.hasMessageContaining("verbs: [get, list, watch, create, update]")
			.hasMessageContaining("cannot " + verb + " resource");
		this.cluster.grant(LeaseVerb.values());
		assertThat((verb == LeaseVerb.CREATE) ? this.leader.acquire("other") : this.leader.renew("e"))
			.isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@EnumSource(names = { "LIST", "WATCH" })
	void withoutListOrWatchTheStorePollsUntilItIsGranted(LeaseVerb verb, CapturedOutput output) throws Exception {
		this.cluster.revoke(verb);
		WatchedNotifications notifications = new WatchedNotifications();
		this.leader.store().watch(TestCandidate.key("e").namespace(), notifications);
		this.leader.win("e");
		Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> output.getAll().contains("gets no notifications from Kubernetes"));
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		this.cluster.grant(LeaseVerb.values());
		notifications.await("live true");
		assertThat(output).containsOnlyOnce("gets no notifications from Kubernetes")
			.contains("refused to " + verb)
			.contains("verbs: [get, list, watch, create, update]");
	}

	@Test
	void renewalAndReleaseTakeOneRequestEach() {
		this.leader.win("e");
		int before = this.cluster.requests().size();
		this.leader.renew("e");
		this.leader.renew("e");
		this.leader.release("e");
		assertThat(this.cluster.requests()).hasSize(before + 3);
	}

}
