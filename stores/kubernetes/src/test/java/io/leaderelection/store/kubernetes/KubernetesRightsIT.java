/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.WatchedNotifications;
import org.assertj.core.util.Throwables;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Credentials, and refusals that the test configures. {@link ClusterIT} tests rights.
 */
@Tag("server")
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class KubernetesRightsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private FilteredCluster server;

	private TestCandidate leader;

	@BeforeEach
	void open() {
		this.server = FilteredCluster.open();
		this.leader = candidate("leader");
	}

	@AfterEach
	void close() {
		this.leader.close();
		this.server.close();
	}

	private TestCandidate candidate(String name) {
		return new TestCandidate(KubernetesLeaseStoreFactory.builder(this.server.config()).build().open(), name, LEASE);
	}

	@Test
	void missingWatchRightIsReportedWithoutWebSocketToo(CapturedOutput output) throws Exception {
		Config config = new ConfigBuilder(this.server.config()).withOnlyHttpWatches(true).build();
		WatchedNotifications notifications = new WatchedNotifications();
		this.server.refuse(LeaseVerb.WATCH, 403);
		try (TestCandidate candidate = new TestCandidate(KubernetesLeaseStoreFactory.builder(config).build().open(),
				"candidate", LEASE)) {
			candidate.store().watch(TestCandidate.key("e").namespace(), notifications);
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> output.getAll().contains("check the right to watch"));
		}
	}

	@Test
	void refusedCredentialsAreUnknownUntilAccepted() {
		this.leader.win("e");
		this.server.refuseAll(401);
		for (Outcome outcome : new Outcome[] { this.leader.renew("e"), this.leader.observe("e"),
				this.leader.acquire("other"), this.leader.release("e") }) {
			assertThat(((Outcome.Unknown) outcome).cause()).hasMessageContaining("status 401")
				.hasMessageContaining("valid credentials");
		}
		this.server.accept();
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void existingObjectNeedsNoCreateRight() {
		this.server.leases()
			.create(new LeaseBuilder().withNewMetadata()
				.withName(LeaseObjects.name(TestCandidate.key("e")))
				.addToLabels("made-by", "an-operator")
				.endMetadata()
				.build());
		this.server.refuse(LeaseVerb.CREATE, 403);
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(0, false));
		this.leader.win("e");
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.server.leases().get(TestCandidate.key("e")).getMetadata().getLabels()).containsEntry("made-by",
				"an-operator");
	}

	@Test
	void largeBatchIsListedOrReadOneByOne() {
		List<ElectionKey> keys = IntStream.range(0, 40).mapToObj((i) -> TestCandidate.key("e" + i)).toList();
		keys.forEach((key) -> this.leader.win(key.election()));
		try (TestCandidate other = candidate("other")) {
			int before = this.server.requests();
			assertThat(other.store().observe(keys, LEASE)).hasSize(40)
				.allSatisfy((it) -> assertThat(it).isInstanceOf(Outcome.Leased.class));
			assertThat(this.server.requests() - before).isEqualTo(1);
			this.server.refuse(LeaseVerb.LIST, 403);
			assertThat(other.store().observe(keys, LEASE)).hasSize(40)
				.allSatisfy((it) -> assertThat(it).isInstanceOf(Outcome.Leased.class));
			assertThat(this.server.requests() - before).isEqualTo(1 + 1 + 40);
		}
	}

	/** In front of the real server, which has no such fault on demand. */
	@Test
	void faultOfTheServerIsUnknownAndItsTextEscaped() {
		this.leader.win("e");
		this.server.refuse(LeaseVerb.UPDATE, 500);
		assertThat(((Outcome.Unknown) this.leader.renew("e")).cause()).hasMessageContaining("status 500")
			.hasMessageContaining("(refused \"" + LeaseVerb.UPDATE + "\" ?[31m)")
			.hasMessageNotContaining("\u001b");
		this.server.accept();
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "canary", "canary\n", "canary\r\nHost: x", "canary\u0000" })
	void aTokenIsNeverShown(String token, CapturedOutput output) throws Exception {
		Config config = new ConfigBuilder(this.server.config()).withOauthToken(token).build();
		WatchedNotifications notifications = new WatchedNotifications();
		this.server.refuseAll(401);
		try (TestCandidate candidate = new TestCandidate(KubernetesLeaseStoreFactory.builder(config).build().open(),
				"candidate", LEASE)) {
			candidate.store().watch(TestCandidate.key("e").namespace(), notifications);
			Outcome.Unknown outcome = (Outcome.Unknown) candidate.acquire("e");
			assertThat(Throwables.getStackTrace(outcome.cause()))
				.containsPattern("(LeaseStore|MissingRight)Exception: ")
				.contains("credentials")
				.doesNotContain("canary");
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> output.getAll().contains("gets no notifications from Kubernetes"));
		}
		assertThat(output).doesNotContain("canary");
	}

}
