/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Refusals of a real API server other than a missing right, each with its own remedy.
 * {@link ClusterIT} has missing rights.
 */
@Tag("server")
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class RefusalsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final String ROLE = "Role in namespace";

	private final TestCluster cluster = TestCluster.open();

	private final TestCandidate candidate = candidate(this.cluster.config());

	@AfterEach
	void close() {
		this.candidate.close();
		this.cluster.close();
	}

	private TestCandidate candidate(Config config) {
		return new TestCandidate(
				KubernetesLeaseStoreFactory.builder(config).namespace(this.cluster.namespace()).build().open(),
				"candidate", LEASE);
	}

	private Config admin() {
		return this.cluster.as(KubeApiServer.ADMIN_TOKEN, this.cluster.port());
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		Throwable cause = ((Outcome.Unknown) outcome).cause();
		// Log, health and endpoint show no more
		assertThat(cause.getMessage()).hasSizeLessThanOrEqualTo(500);
		return cause;
	}

	/** Creates an object of the whole cluster. */
	private AutoCloseable create(String object) {
		byte[] bytes = object.getBytes(StandardCharsets.UTF_8);
		this.cluster.admin().load(new ByteArrayInputStream(bytes)).create();
		return () -> this.cluster.admin().load(new ByteArrayInputStream(bytes)).delete();
	}

	private Outcome.Unknown awaitFailure() {
		return (Outcome.Unknown) Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> this.candidate.renew("e"), Outcome.Unknown.class::isInstance);
	}

	@Test
	void exhaustedQuotaIsNoMissingRole() {
		ResourceQuota quota = this.cluster.admin()
			.resourceQuotas()
			.inNamespace(this.cluster.namespace())
			.resource(new ResourceQuotaBuilder().withNewMetadata()
				.withName("none")
				.endMetadata()
				.withNewSpec()
				.withHard(Map.of("count/leases.coordination.k8s.io", new Quantity("0")))
				.endSpec()
				.build())
			.create();
		// What a controller would do
		this.cluster.admin()
			.resourceQuotas()
			.inNamespace(this.cluster.namespace())
			.resource(new ResourceQuotaBuilder(quota).withNewStatus()
				.withHard(quota.getSpec().getHard())
				.withUsed(quota.getSpec().getHard())
				.endStatus()
				.build())
			.updateStatus();
		Outcome refused = Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> this.candidate.acquire(Long.toString(System.nanoTime())),
					(outcome) -> outcome instanceof Outcome.Unknown unknown
							&& String.valueOf(unknown.cause().getMessage()).contains("exceeded quota"));
		assertThat(cause(refused)).isInstanceOf(MissingRightException.class)
			.hasMessageContaining("status 403")
			.hasMessageContaining(
					"Raise the quota of leases.coordination.k8s.io in namespace '" + this.cluster.namespace() + "'")
			.hasMessageNotContaining(ROLE);
	}

	@Test
	void namespaceThatIsBeingDeletedIsNoMissingRole() {
		// Without controllers it stays so
		this.cluster.admin().namespaces().withName(this.cluster.namespace()).delete();
		Outcome refused = Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> this.candidate.acquire(Long.toString(System.nanoTime())), Outcome.Unknown.class::isInstance);
		assertThat(cause(refused)).isInstanceOf(MissingRightException.class)
			.hasMessageContaining("because it is being terminated")
			.hasMessageContaining("Create it again when it is gone")
			.hasMessageNotContaining(ROLE);
	}

	@Test
	void missingNamespaceIsARefusal() {
		try (TestCandidate lost = new TestCandidate(
				KubernetesLeaseStoreFactory.builder(admin()).namespace("missing").build().open(), "lost", LEASE)) {
			assertThat(cause(lost.acquire("e"))).isExactlyInstanceOf(RefusedCommandException.class)
				.hasMessageContaining("(namespaces \"missing\" not found)")
				.hasMessageContaining("Create the namespace 'missing'");
			assertThat(lost.observe("e")).as("a read succeeds").isInstanceOf(Outcome.Free.class);
		}
	}

	/** Reads of objects that are missing succeed there. */
	@Test
	void missingNamespaceIsLoggedOnce(CapturedOutput output) {
		LeaseStoreFactory factory = KubernetesLeaseStoreFactory.builder(admin()).namespace("missing").build();
		Duration lease = Duration.ofSeconds(3);
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace("refusals")
			.timing(ElectionTiming.builder().lease(lease).build())
			.build()) {
			LeaderElection election = engine.join("lost").election();
			engine.start();
			// An attempt is given up after a lease, and an observation follows
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> election.status().lastContact() != null && election.status().lastError() != null);
			Instant observed = election.status().lastContact();
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> observed.plus(lease).isBefore(election.status().lastContact()));
			assertThat(election.status().lastError()).contains("Create the namespace 'missing'");
			assertThat(output).containsOnlyOnce("the store refuses: ")
				.doesNotContain("answers again", "no answer from the store");
		}
	}

	/** As by a kubeconfig with {@code tokenFile}, which the client does not read. */
	@Test
	void missingCredentialsAreNoMissingRole(@TempDir Path directory) throws IOException {
		Path token = Files.writeString(directory.resolve("token"), this.cluster.token());
		String kubeconfig = Files.readString(this.cluster.server().kubeconfig(this.cluster.port()))
			.replaceFirst("user: \\{token: [^}]*}", "user: {tokenFile: \"" + token + "\"}");
		try (TestCandidate nobody = candidate(Config.fromKubeconfig(kubeconfig))) {
			assertThat(cause(nobody.observe("e"))).isInstanceOf(MissingRightException.class)
				.hasMessageContaining("User \"system:anonymous\" cannot get resource \"leases\"")
				.hasMessageContaining("give the client a token or a certificate")
				.hasMessageContaining("tokenFile of a kubeconfig")
				.hasMessageNotContaining(ROLE);
		}
	}

	@Test
	void invalidTokenIsARefusal() {
		try (TestCandidate stranger = candidate(this.cluster.as("canary", this.cluster.port()))) {
			assertThat(cause(stranger.observe("e"))).isInstanceOf(MissingRightException.class)
				.hasMessageContaining("status 401 (Unauthorized). Give the client valid credentials")
				.hasMessageNotContaining("canary");
		}
	}

	@Test
	void denialByAPolicyIsNoMissingRole() throws Exception {
		this.candidate.win("e");
		String policy = """
				apiVersion: admissionregistration.k8s.io/v1
				kind: ValidatingAdmissionPolicy
				metadata: {name: no-leases}
				spec:
				  matchConstraints:
				    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
				    resourceRules:
				    - {apiGroups: [coordination.k8s.io], apiVersions: [v1], operations: [UPDATE], resources: [leases]}
				  validations:
				  - {expression: "false", message: "no lease for \\"candidates\\"", reason: Forbidden}
				---
				apiVersion: admissionregistration.k8s.io/v1
				kind: ValidatingAdmissionPolicyBinding
				metadata: {name: no-leases}
				spec: {policyName: no-leases, validationActions: [Deny]}
				""".formatted(this.cluster.namespace());
		try (AutoCloseable created = create(policy)) {
			assertThat(created).isNotNull();
			assertThat(cause(awaitFailure())).hasMessageContaining("no lease for \"candidates\"")
				.hasMessageContaining("Let that admission webhook or policy accept Leases in namespace")
				.hasMessageNotContaining(ROLE)
				.hasMessageNotContaining("\\");
		}
	}

	@Test
	void webhookWithoutAnAnswerIsNamed() throws Exception {
		this.candidate.win("e");
		try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName(Loopback.HOST))) {
			String webhook = """
					apiVersion: admissionregistration.k8s.io/v1
					kind: ValidatingWebhookConfiguration
					metadata: {name: silent}
					webhooks:
					- name: silent.example.com
					  clientConfig: {url: "https://%s:%d/"}
					  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
					  rules:
					  - {apiGroups: [coordination.k8s.io], apiVersions: [v1], operations: [UPDATE], resources: [leases]}
					  admissionReviewVersions: [v1]
					  sideEffects: None
					  failurePolicy: Fail
					  timeoutSeconds: 3
					""".formatted(Loopback.HOST, silent.getLocalPort(), this.cluster.namespace());
			try (AutoCloseable created = create(webhook)) {
				assertThat(created).isNotNull();
				this.candidate.timeout(Duration.ofMillis(1500));
				assertThat(cause(awaitFailure())).isInstanceOf(NoAnswerException.class)
					.hasMessageContaining("did not answer 'update' within 1500 ms")
					.hasMessageContaining("admission webhooks for Leases");
				assertThat(this.candidate.observe("e")).as("a read succeeds").isInstanceOf(Outcome.Leased.class);
				this.candidate.timeout(Duration.ofSeconds(30));
				assertThat(cause(this.candidate.renew("e"))).isExactlyInstanceOf(RefusedCommandException.class)
					.hasMessageContaining("failed calling webhook \"silent.example.com\"")
					.hasMessageContaining("Repair that admission webhook, or exclude Leases in namespace");
			}
		}
	}

}
