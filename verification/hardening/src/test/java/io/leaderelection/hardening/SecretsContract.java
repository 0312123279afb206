/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.assertj.core.util.Throwables;
import io.leaderelection.servers.TestServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Plants secrets wherever an application configures them for its store, and searches for
 * them in the log of leader election at any level, in exceptions, and in endpoints,
 * health and meters.
 */
abstract class SecretsContract<S extends TestServer> extends ServerContract<S> {

	/**
	 * The part of each secret that is searched for, which does not occur in normal text.
	 */
	static final String CANARY = "cAnArY7f3x";

	/** A password with characters that are encoded in a URL. */
	static final String PASSWORD = CANARY + "+right/one";

	/** The password, encoded for a URL. */
	static final String PASSWORD_IN_URL = CANARY + "%2Bright%2Fone";

	/** A password that the server does not know. */
	static final String WRONG = CANARY + "+wrong/one";

	/** A port at which no server listens. */
	static final int UNUSED_PORT = 1;

	static final String WITHOUT_DATA_SOURCE = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

	static final String WITHOUT_REDIS = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";

	static final String WITHOUT_OTHER_CLIENTS = WITHOUT_DATA_SOURCE + "," + WITHOUT_REDIS;

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** Configurations of the store's address and login. */
	abstract List<List<String>> working();

	/** Configurations with a login that the server refuses. */
	abstract List<List<String>> refused();

	/** Configurations with an address where no server listens. */
	abstract List<List<String>> unreachable();

	/** Configurations with a mistake: they may work, fail later, or prevent the start. */
	abstract List<List<String>> mistaken();

	/** The texts that must not appear, in lower case. */
	List<String> secrets() {
		return List.of(CANARY.toLowerCase(Locale.ROOT));
	}

	/** The class names of auto-configurations that have no server here. */
	String withoutClientsOfOtherStores() {
		return WITHOUT_OTHER_CLIENTS;
	}

	@BeforeEach
	void clearLog() {
		KeptLog.clear();
	}

	final OpenApplication start(List<String> properties) {
		return OpenApplication.start(Nothing.class, complete(properties));
	}

	private List<String> complete(List<String> properties) {
		List<String> all = new ArrayList<>(properties);
		all.add("spring.autoconfigure.exclude=" + withoutClientsOfOtherStores());
		// These health indicators of Boot use the clients, not leader election
		all.add("management.health.db.enabled=false");
		all.add("management.health.redis.enabled=false");
		return all;
	}

	@ParameterizedTest
	@MethodSource("working")
	void workingStoreRevealsNoSecret(List<String> properties) throws Exception {
		try (OpenApplication application = start(properties)) {
			await().atMost(PATIENCE).until(() -> application.election().isLeader());
			assertNoSecretIn(application.shown());
			application.election().stepDown().toCompletableFuture().get();
		}
		assertNoSecretIn(Map.of());
		assertThat(KeptLog.ofLeaderElection()).contains("LEADER -> DRAINING");
	}

	@ParameterizedTest
	@MethodSource("refused")
	void refusedLoginRevealsNoSecret(List<String> properties) throws Exception {
		// Some stores refuse the connection, others single commands or all of them
		assertFailsWithoutSecrets(properties, "no answer from the store", "a command failed", "commands fail",
				"the store refuses");
	}

	@ParameterizedTest
	@MethodSource("unreachable")
	void missingServerRevealsNoSecret(List<String> properties) throws Exception {
		assertFailsWithoutSecrets(properties, "no answer from the store");
	}

	private void assertFailsWithoutSecrets(List<String> properties, String... reported) throws Exception {
		try (OpenApplication application = start(properties)) {
			await().atMost(PATIENCE).until(() -> application.election().status().lastError() != null);
			Map<String, String> shown = application.shown();
			assertThat(shown.get("/actuator/health/leader")).contains("lastError");
			assertNoSecretIn(shown);
		}
		assertNoSecretIn(Map.of());
		assertThat(KeptLog.ofLeaderElection()).containsAnyOf(reported);
	}

	@ParameterizedTest
	@MethodSource("mistaken")
	void misconfigurationRevealsNoSecret(List<String> properties) throws Exception {
		OpenApplication application;
		try {
			application = OpenApplication.startWithoutWeb(complete(properties));
		}
		catch (RuntimeException ex) {
			assertNoSecretIn(Map.of("the exception", Throwables.getStackTrace(ex)));
			assertThat(KeptLog.text()).as("says which property").contains("leader-election.");
			return;
		}
		try (application) {
			await().atMost(PATIENCE)
				.until(() -> application.election().isLeader() || application.election().status().lastError() != null);
			assertNoSecretIn(Map.of("last error", String.valueOf(application.election().status().lastError())));
		}
		assertNoSecretIn(Map.of());
	}

	private void assertNoSecretIn(Map<String, String> shown) {
		assertThat(published(shown)).as("where a secret is published").isEmpty();
		for (String line : KeptLog.text().split("\n(?=TRACE|DEBUG|INFO|WARN|ERROR)")) {
			assertThat(secrets()).as(line).noneMatch(line.toLowerCase(Locale.ROOT)::contains);
		}
	}

	final List<String> published(Map<String, String> shown) {
		List<String> published = new ArrayList<>();
		shown.forEach((path, text) -> {
			if (secrets().stream().anyMatch(text.toLowerCase(Locale.ROOT)::contains)) {
				published.add(path);
			}
		});
		return published;
	}

	/** No further beans. */
	static class Nothing {

	}

}
