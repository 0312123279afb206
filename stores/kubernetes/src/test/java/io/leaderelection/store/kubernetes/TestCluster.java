/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.Loopback;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A namespace on a real API server, with the service account and the role of the
 * manifest. The server is shared by the tests of a JVM, unless a test stops, freezes or
 * configures it.
 */
final class TestCluster implements AutoCloseable {

	private static final String ACCOUNT = "leader-election";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final AtomicInteger NAMESPACES = new AtomicInteger();

	private static @Nullable KubeApiServer shared;

	private final String namespace = "team-" + NAMESPACES.incrementAndGet() + "-"
			+ UUID.randomUUID().toString().substring(0, 8);

	private final KubeApiServer server;

	private final boolean ownsServer;

	private final KubernetesClient admin;

	private final String token;

	private TestCluster(KubeApiServer server, boolean ownsServer) {
		this.server = server;
		this.ownsServer = ownsServer;
		this.admin = ClientSetup.open(as(KubeApiServer.ADMIN_TOKEN, server.port()));
		this.admin.namespaces()
			.resource(new NamespaceBuilder().withNewMetadata().withName(this.namespace).endMetadata().build())
			.create();
		manifest().forEach((object) -> this.admin.resource(object).inNamespace(this.namespace).create());
		this.token = this.admin.serviceAccounts()
			.inNamespace(this.namespace)
			.withName(ACCOUNT)
			.tokenRequest(new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build())
			.getStatus()
			.getToken();
		awaitVerbs(LeaseVerb.values());
	}

	/** Makes a namespace on the shared server. */
	static synchronized TestCluster open() {
		KubeApiServer server = shared;
		if (server == null) {
			// Otherwise spec.strategy is dropped
			KubeApiServer started = KubeApiServer.open("--feature-gates=CoordinatedLeaderElection=true",
					"--runtime-config=coordination.k8s.io/v1beta1=true");
			Runtime.getRuntime().addShutdownHook(new Thread(started::close, "end-of-api-server"));
			server = started;
			shared = started;
		}
		return new TestCluster(server, false);
	}

	/** Makes a namespace on a server of its own. */
	static TestCluster ofItsOwn(String... options) {
		return new TestCluster(KubeApiServer.open(options), true);
	}

	static List<HasMetadata> manifest() {
		try (InputStream manifest = KubernetesLeaseStoreFactory.class
			.getResourceAsStream("/META-INF/leader-election/kubernetes-rbac.yaml")) {
			return new KubernetesSerialization().unmarshal(manifest);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	KubeApiServer server() {
		return this.server;
	}

	String namespace() {
		return this.namespace;
	}

	int port() {
		return this.server.port();
	}

	/** Returns a client's settings with the service account. */
	Config config() {
		return config(port());
	}

	/** Returns a client's settings to reach the server through another port. */
	Config config(int port) {
		return as(this.token, port);
	}

	Config as(String token, int port) {
		return new ConfigBuilder(Config.empty()).withMasterUrl("https://" + Loopback.HOST + ":" + port + "/")
			.withCaCertFile(this.server.trusted().toString())
			.withOauthToken(token)
			.withNamespace(this.namespace)
			.build();
	}

	/** Returns a token of the service account. */
	String token() {
		return this.token;
	}

	LeaseObjects leases() {
		return new LeaseObjects(this.admin.leases().inNamespace(this.namespace));
	}

	KubernetesClient admin() {
		return this.admin;
	}

	/**
	 * Leaves the service account one request at a time, by priority and fairness: others
	 * are rejected.
	 */
	void limitToOneRequestAtATime() {
		String objects = """
				apiVersion: flowcontrol.apiserver.k8s.io/v1
				kind: PriorityLevelConfiguration
				metadata: {name: one-at-a-time}
				spec:
				  type: Limited
				  limited:
				    nominalConcurrencyShares: 0
				    lendablePercent: 0
				    borrowingLimitPercent: 0
				    limitResponse: {type: Reject}
				---
				apiVersion: flowcontrol.apiserver.k8s.io/v1
				kind: FlowSchema
				metadata: {name: one-at-a-time}
				spec:
				  priorityLevelConfiguration: {name: one-at-a-time}
				  matchingPrecedence: 2
				  rules:
				  - subjects:
				    - {kind: ServiceAccount, serviceAccount: {name: %s, namespace: %s}}
				    resourceRules:
				    - {verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"]}
				""".formatted(ACCOUNT, this.namespace);
		this.admin.load(new ByteArrayInputStream(objects.getBytes(StandardCharsets.UTF_8))).create();
	}

	/** Gives the role all verbs but one, and waits until the server applies it. */
	void revoke(LeaseVerb revoked) {
		grant(Arrays.stream(LeaseVerb.values()).filter((verb) -> verb != revoked).toArray(LeaseVerb[]::new));
	}

	/** Gives the role these verbs, and waits until the server applies it. */
	void grant(LeaseVerb... verbs) {
		List<String> granted = Arrays.stream(verbs).map(LeaseVerb::toString).toList();
		this.admin.rbac().roles().inNamespace(this.namespace).withName(ACCOUNT).edit((role) -> {
			role.getRules().get(0).setVerbs(new ArrayList<>(granted));
			return role;
		});
		awaitVerbs(verbs);
	}

	private void awaitVerbs(LeaseVerb... verbs) {
		List<LeaseVerb> granted = List.of(verbs);
		for (LeaseVerb verb : LeaseVerb.values()) {
			Awaitility.await()
				.pollInterval(Duration.ofMillis(20))
				.atMost(PATIENCE)
				.until(() -> isAllowed(verb) == granted.contains(verb));
		}
	}

	private boolean isAllowed(LeaseVerb verb) {
		return this.admin.authorization()
			.v1()
			.subjectAccessReview()
			.create(new SubjectAccessReviewBuilder().withNewSpec()
				.withUser(user())
				.withNewResourceAttributes()
				.withGroup("coordination.k8s.io")
				.withResource("leases")
				.withNamespace(this.namespace)
				.withVerb(verb.toString())
				.endResourceAttributes()
				.endSpec()
				.build())
			.getStatus()
			.getAllowed();
	}

	private String user() {
		return "system:serviceaccount:" + this.namespace + ":" + ACCOUNT;
	}

	/**
	 * Returns the requests of the service account as the audit log shows them, such as
	 * {@code get leases}: watches from when they begin, others when they are answered.
	 */
	List<String> requests() {
		try (Stream<String> lines = Files.lines(this.server.auditLog())) {
			return lines.map((line) -> Serialization.unmarshal(line, AuditEvent.class))
				.filter((event) -> user().equals(event.user().username()))
				.filter((event) -> event.stage()
					.equals("watch".equals(event.verb()) ? "ResponseStarted" : "ResponseComplete"))
				.map(AuditEvent::describe)
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Set<String> kindsOfRequests() {
		return new TreeSet<>(requests());
	}

	@Override
	public void close() {
		this.admin.close();
		if (this.ownsServer) {
			this.server.close();
		}
	}

	@JsonIgnoreProperties(ignoreUnknown = true)
	record AuditEvent(String stage, String verb, String requestURI, User user, @Nullable Target objectRef) {

		String describe() {
			Target target = this.objectRef;
			return this.verb + " " + ((target != null) ? target.resource() : this.requestURI);
		}

		@JsonIgnoreProperties(ignoreUnknown = true)
		record User(@Nullable String username) {
		}

		@JsonIgnoreProperties(ignoreUnknown = true)
		record Target(String resource) {
		}

	}

}
