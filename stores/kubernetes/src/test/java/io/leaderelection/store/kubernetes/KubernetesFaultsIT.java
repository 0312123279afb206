/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.leaderelection.servers.Direction;
import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Single requests that are lost, watches that end, and faults of the objects.
 */
@ExtendWith(OutputCaptureExtension.class)
class KubernetesFaultsIT extends KubernetesFixture {

	private static final Duration SHORT = Duration.ofSeconds(1);

	@Test
	void lateAcquireDoesNotChangeALaterTerm() {
		this.leader.observe("e");
		this.server.whenApplied(LeaseVerb.GET, () -> this.proxy.blackHole(Direction.TO_SERVER));
		assertThat(this.leader.timeout(SHORT).acquire("e")).isInstanceOf(Outcome.Unknown.class);
		Outcome.Granted won = this.rival.win("e");
		this.rival.release("e");
		this.proxy.heal();
		this.leader.timeout(LEASE);
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(won.token(), true));
	}

	@Test
	void hangingBatchEndsAtTheTimeoutOfOneCall() {
		this.proxy.blackHole();
		List<ElectionKey> keys = IntStream.range(0, 100).mapToObj((i) -> TestCandidate.key("e" + i)).toList();
		long began = System.nanoTime();
		List<Outcome.OfObserve> outcomes = this.leader.store().observe(keys, SHORT);
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SHORT.multipliedBy(20));
		assertThat(outcomes).hasSize(100).allSatisfy((it) -> assertThat(it).isInstanceOf(Outcome.Unknown.class));
	}

	@Test
	void conflictByAForeignAnnotationIsNotALoss() {
		long token = this.leader.win("e").token();
		for (int i = 0; i < 3; i++) {
			String value = Integer.toString(i);
			this.server.leases().annotate(KEY, "somebody/else", value);
			assertThat(this.leader.renew("e")).isInstanceOfSatisfying(Outcome.Granted.class,
					(granted) -> assertThat(granted.token()).isEqualTo(token));
			assertThat(lease().getMetadata().getAnnotations()).containsEntry("somebody/else", value);
		}
		this.server.leases().annotate(KEY, "somebody/else", "last");
		assertThat(this.leader.release("e")).isEqualTo(new Outcome.Released());
		assertThat(lease().getMetadata().getAnnotations()).containsEntry("somebody/else", "last");
	}

	@Test
	void removedLabelsAreWrittenAgain() {
		this.leader.win("e");
		Map<String, String> labels = lease().getMetadata().getLabels();
		this.server.leases().edit(KEY, (lease) -> lease.editMetadata().withLabels(Map.of("a", "b")).endMetadata());
		this.leader.renew("e");
		assertThat(lease().getMetadata().getLabels()).containsAllEntriesOf(labels).containsEntry("a", "b");
	}

	@Test
	void leaseWithAStrategyIsLeftAlone() {
		this.leader.win("e");
		this.server.leases().edit(KEY, (lease) -> lease.editSpec().withStrategy("OldestEmulationVersion").endSpec());
		String version = lease().getMetadata().getResourceVersion();
		for (Outcome outcome : new Outcome[] { this.leader.renew("e"), this.leader.release("e"),
				this.leader.observe("e"), this.rival.acquire("e"), this.leader.repeat("e") }) {
			assertGarbage(outcome);
			assertThat(cause(outcome)).hasMessageContaining("spec.strategy").hasMessageContaining("name-prefix");
		}
		assertThat(lease().getMetadata().getResourceVersion()).isEqualTo(version);
	}

	@Test
	void anObjectOfAnotherElectorIsNotTouched() {
		this.server.leases()
			.create(new LeaseBuilder().withNewMetadata()
				.withName(LeaseObjects.name(KEY))
				.endMetadata()
				.withNewSpec()
				.withHolderIdentity("controller")
				.endSpec()
				.build());
		assertGarbage(this.rival.acquire("e"));
		assertThat(cause(this.rival.observe("e"))).hasMessageContaining("name-prefix");
	}

	@ParameterizedTest
	@CsvSource({ "namespace=orders,namespace=Orders", "namespace=,name-space=", "election=e,election=E",
			"election=,elections=", "'\nend\n','\ncolor=red\nend\n'" })
	void anInvalidTextMakesTheRecordGarbage(String right, String wrong) {
		long token = this.leader.win("e").token();
		LeaseObjects leases = this.server.leases();
		String text = leases.record(KEY);
		assertThat(text).contains(right);
		leases.annotate(KEY, LeaseWriter.RECORD, text.replace(right, wrong));
		Map<String, String> garbage = lease().getMetadata().getAnnotations();
		for (Outcome outcome : new Outcome[] { this.leader.renew("e"), this.leader.release("e"),
				this.leader.observe("e"), this.rival.acquire("e", token), this.leader.repeat("e") }) {
			assertGarbage(outcome);
		}
		assertThat(lease().getMetadata().getAnnotations()).isEqualTo(garbage);
	}

	@Test
	void lostWatchIsReportedAndReopened(CapturedOutput output) throws Exception {
		WatchedNotifications notifications = this.leader.watch();
		this.proxy.refuse();
		notifications.await("live false");
		Awaitility.await()
			.atMost(SLACK)
			.until(() -> output.getAll()
				.contains("gets no notifications from Kubernetes for now and polls: "
						+ "The request to the Kubernetes API server at http://127.0.0.1:" + this.proxy.port()
						+ " to 'list'"));
		this.proxy.heal();
		notifications.await("live true");
		this.rival.win("e");
		this.rival.release("e");
		notifications.await("notification e");
	}

	@Test
	void watchWithAnExpiredVersionStartsAgain() throws Exception {
		WatchedNotifications notifications = this.leader.watch();
		this.server.expireWatches();
		notifications.await("live false");
		notifications.await("live true");
		this.server.refuse(LeaseVerb.WATCH, 410);
		this.proxy.reset();
		notifications.await("live false");
		this.server.accept();
		notifications.await("live true");
		this.rival.win("e");
		this.rival.release("e");
		notifications.await("notification e");
	}

	@Test
	void watchThatTheServerEndsStartsAgainWithoutAWarning(CapturedOutput output) throws Exception {
		WatchedNotifications notifications = this.leader.watch();
		this.rival.win("e");
		this.rival.release("e");
		notifications.await("notification e");
		this.time.step(LeaseWatch.SHORTEST_DURATION);
		this.server.endWatches();
		notifications.await("live false");
		notifications.await("live true");
		assertThat(output).doesNotContain("gets no notifications");
	}

	@Test
	void aDeletedObjectIsNotified() throws Exception {
		WatchedNotifications notifications = this.leader.watch();
		this.rival.win("e");
		this.server.leases().delete(KEY);
		notifications.await("notification e");
	}

}
