/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.leaderelection.servers.faults.TestCandidate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The published flow schema. The server names in each answer the schema that it has
 * applied.
 */
@Tag("server")
@Tag("slow")
class FlowSchemaIT {

	private final TestCluster cluster = TestCluster.open();

	private final KubernetesClient account = ClientSetup.open(this.cluster.config());

	@AfterEach
	void close() {
		this.account.close();
		this.cluster.close();
	}

	@Test
	void requestsForLeasesAloneAreOfTheFlowSchema() throws Exception {
		HasMetadata schema = create();
		try {
			String leases = "apis/coordination.k8s.io/v1/namespaces/" + this.cluster.namespace() + "/leases";
			String uid = schema.getMetadata().getUid();
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.untilAsserted(() -> assertThat(flowSchemas(leases)).containsExactly(uid));
			assertThat(flowSchemas("api/v1/namespaces/" + this.cluster.namespace() + "/pods")).hasSize(1)
				.doesNotContain(uid);
		}
		finally {
			this.cluster.admin().resource(schema).delete();
		}
	}

	private HasMetadata create() throws IOException {
		try (InputStream manifest = KubernetesLeaseStoreFactory.class
			.getResourceAsStream("/META-INF/leader-election/kubernetes-flow-schema.yaml")) {
			String text = new String(manifest.readAllBytes(), StandardCharsets.UTF_8).replace("NAMESPACE",
					this.cluster.namespace());
			return this.cluster.admin()
				.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
				.create()
				.get(0);
		}
	}

	/** Returns the ids of the flow schemas that the server applied to a request. */
	private List<String> flowSchemas(String path) throws Exception {
		HttpClient http = this.account.getHttpClient();
		return http
			.sendAsync(http.newHttpRequestBuilder().uri(this.account.getMasterUrl() + path).build(), String.class)
			.get(TestCandidate.PATIENCE.toSeconds(), TimeUnit.SECONDS)
			.headers("X-Kubernetes-PF-FlowSchema-UID");
	}

}
