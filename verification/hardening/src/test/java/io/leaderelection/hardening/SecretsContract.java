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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Secrets are planted wherever an application has some for its store. What leader
 * election logs at any level, what an exception says, and what endpoints, health and
 * meters show is searched for them.
 */
@Tag("server")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SecretsContract {

	/** The part of each secret that is searched for. It has no place in plain words. */
	static final String CANARY = "cAnArY7f3x";

	/** A password with characters that are written differently in a URL. */
	static final String PASSWORD = CANARY + "+right/one";

	/** The same in a URL. */
	static final String PASSWORD_IN_URL = CANARY + "%2Bright%2Fone";

	/** Another one, which the server does not know. */
	static final String WRONG = CANARY + "+wrong/one";

	/** Nobody listens there. */
	static final int NOBODY = 1;

	static final String WITHOUT_DATA_SOURCE = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

	static final String WITHOUT_REDIS = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** Ways to say how the store is reached and how to log in there. */
	abstract List<List<String>> working();

	/** The same with a login that the server refuses. */
	abstract List<List<String>> refused();

	/** The same with an address where nobody answers. */
	abstract List<List<String>> unreachable();

	/** What somebody may write by mistake; it may work, fail later, or stop the start. */
	abstract List<List<String>> mistaken();

	/** What must not be told, in lower case. */
	List<String> secrets() {
		return List.of(CANARY.toLowerCase(Locale.ROOT));
	}

	/** Class names of auto-configurations for which there is no server here. */
	String withoutClientsOfOtherStores() {
		return WITHOUT_DATA_SOURCE + "," + WITHOUT_REDIS;
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
		// Those of Boot ask the clients, not leader election
		all.add("management.health.db.enabled=false");
		all.add("management.health.redis.enabled=false");
		return all;
	}

	@ParameterizedTest
	@MethodSource("working")
	void aStoreThatWorksTellsNothing(List<String> properties) throws Exception {
		try (OpenApplication application = start(properties)) {
			await().atMost(PATIENCE).until(() -> application.election().isLeader());
			assertNothingIsTold(application.shown());
			application.election().stepDown().toCompletableFuture().get();
		}
		assertNothingIsTold(Map.of());
		assertThat(KeptLog.ofLeaderElection()).contains("LEADER -> DRAINING");
	}

	@ParameterizedTest
	@MethodSource("refused")
	void aLoginThatIsRefusedTellsNothing(List<String> properties) throws Exception {
		assertFailsWithoutTelling(properties);
	}

	@ParameterizedTest
	@MethodSource("unreachable")
	void aServerThatIsNotThereTellsNothing(List<String> properties) throws Exception {
		assertFailsWithoutTelling(properties);
	}

	private void assertFailsWithoutTelling(List<String> properties) throws Exception {
		try (OpenApplication application = start(properties)) {
			await().atMost(PATIENCE).until(() -> application.election().status().lastError() != null);
			Map<String, String> shown = application.shown();
			assertThat(shown.get("/actuator/health/leader")).contains("lastError");
			assertNothingIsTold(shown);
		}
		assertNothingIsTold(Map.of());
		assertThat(KeptLog.ofLeaderElection()).contains("no answer from the store");
	}

	@ParameterizedTest
	@MethodSource("mistaken")
	void aMistakeTellsNothing(List<String> properties) throws Exception {
		OpenApplication application;
		try {
			application = OpenApplication.startWithoutWeb(complete(properties));
		}
		catch (RuntimeException ex) {
			assertNothingIsTold(Map.of("the exception", Throwables.getStackTrace(ex)));
			assertThat(KeptLog.text()).as("says which property").contains("leader-election.");
			return;
		}
		try (application) {
			await().atMost(PATIENCE)
				.until(() -> application.election().isLeader() || application.election().status().lastError() != null);
			assertNothingIsTold(Map.of("last error", String.valueOf(application.election().status().lastError())));
		}
		assertNothingIsTold(Map.of());
	}

	private void assertNothingIsTold(Map<String, String> shown) {
		assertThat(told(shown)).as("where a secret is told").isEmpty();
		for (String line : KeptLog.text().split("\n(?=TRACE|DEBUG|INFO|WARN|ERROR)")) {
			assertThat(secrets()).as(line).noneMatch(line.toLowerCase(Locale.ROOT)::contains);
		}
	}

	final List<String> told(Map<String, String> shown) {
		List<String> told = new ArrayList<>();
		shown.forEach((path, text) -> {
			if (secrets().stream().anyMatch(text.toLowerCase(Locale.ROOT)::contains)) {
				told.add(path);
			}
		});
		return told;
	}

	/** No more beans. */
	static class Nothing {

	}

}
