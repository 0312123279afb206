/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStoreFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An identity that somebody enters by hand in the Lease of an election.
 */
@Tag("server")
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class OtherHolderIT {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private static final Pattern REMEDY = Pattern
		.compile("kubectl -n (\\S+) patch lease (\\S+) --type=merge -p '([^']*)'");

	@AutoClose
	private final TestCluster cluster = TestCluster.open();

	@Test
	void otherIdentityIsAWarningUntilItIsRemovedAsThatSays(CapturedOutput output) {
		LeaseStoreFactory factory = KubernetesLeaseStoreFactory.builder(this.cluster.config()).build();
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(KEY.namespace())
			.timing(ElectionTiming.builder().lease(Duration.ofSeconds(5)).build())
			.build()) {
			LeaderElection election = engine.join(KEY.election()).election();
			engine.start();
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(election::isLeader);
			long token = election.leadership().orElseThrow().fencingToken();
			// The leader may be writing, too
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.ignoreExceptions()
				.untilAsserted(() -> this.cluster.leases()
					.edit(KEY,
							(lease) -> lease.editSpec()
								.withHolderIdentity("somebody")
								.withLeaseDurationSeconds(3600)
								.endSpec()));
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> output.getAll().contains("'somebody', which is not a candidate"));
			ElectionStatus status = election.status();
			assertThat(status.leading()).isFalse();
			assertThat(status.leader()).isNull();
			assertThat(status.fencingToken()).isNull();
			assertThat(status.otherHolder()).isEqualTo("somebody");
			assertThat(status.vacantSince()).isNotNull();
			Matcher remedy = REMEDY.matcher(output.getAll());
			assertThat(remedy.find()).isTrue();
			String documented = remedy.group().replace(remedy.group(1), "NAMESPACE").replace(remedy.group(2), "NAME");
			assertThat(Path.of("..", "..", "docs", "stores", "kubernetes.md")).content().contains(documented + "\n");
			this.cluster.admin()
				.leases()
				.inNamespace(remedy.group(1))
				.withName(remedy.group(2))
				.patch(PatchContext.of(PatchType.JSON_MERGE), remedy.group(3));
			Awaitility.await().atMost(TestCandidate.PATIENCE).until(election::isLeader);
			assertThat(election.leadership().orElseThrow().fencingToken()).isGreaterThan(token);
			assertThat(election.status().otherHolder()).isNull();
			assertThat(output).containsOnlyOnce("which is not a candidate").doesNotContain("is led by somebody");
		}
	}

}
