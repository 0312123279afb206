/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class KubernetesFailuresTests {

	private final KubernetesFailures failures = new KubernetesFailures("https://app:canary@api:6443", "team-a");

	@ParameterizedTest
	@ValueSource(strings = { "Bearer canary\n", "Bearer canary\r\nHost: x", "canary\u0000" })
	void refusedHeaderPointsToTheCredentials(String value) {
		IllegalArgumentException refused = catchThrowableOfType(IllegalArgumentException.class,
				() -> HttpRequest.newBuilder().header("Authorization", value));
		String report = Throwables.getStackTrace(this.failures.ofCall(LeaseVerb.GET, new ExecutionException(refused)));
		assertThat(report).contains("refuses a header", "credentials", "https://api:6443").doesNotContain("canary");
	}

	@Test
	void timeoutOfTheHttpClientIsATimeout() {
		assertThat(KubernetesFailures.isTimeout(new ExecutionException(new HttpTimeoutException("request timed out"))))
			.isTrue();
		assertThat(KubernetesFailures.isTimeout(new TimeoutException())).isTrue();
		assertThat(KubernetesFailures.isTimeout(new ExecutionException(new HttpConnectTimeoutException("no route"))))
			.as("no connection")
			.isFalse();
		assertThat(KubernetesFailures.isTimeout(new ExecutionException(new IOException("reset")))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Unexpected char 0x0a at 13 in Authorization value: Bearer canary", "Bearer canary",
			"a header value contains prohibited character 0xa: canary" })
	void headersRefusedByOtherClientsAreRecognized(String message) {
		String report = Throwables
			.getStackTrace(this.failures.ofCall(LeaseVerb.GET, new IllegalArgumentException(message)));
		assertThat(report).contains("refuses a header").doesNotContain("canary");
	}

	@Test
	@DisplayName("Another refused request is reported with its problem, but without a password")
	void refusalOfTheClientIsReportedWithoutAPassword() {
		IllegalArgumentException refused = catchThrowableOfType(IllegalArgumentException.class,
				() -> URI.create("https://app:can/ary@api:6443/namespaces/team a"));
		String report = Throwables.getStackTrace(this.failures.ofCall(LeaseVerb.GET, refused));
		assertThat(report).contains("Illegal character in path", "//api:6443/namespaces/team a", "namespace")
			.doesNotContain("ary", "header", "credentials");
	}

	@Test
	void invalidAddressIsReported() {
		try (KubernetesClient client = ClientSetup
			.open(new ConfigBuilder(Config.empty()).withMasterUrl("http://app:canary@localhost:1/").build())) {
			ApiServer server = new ApiServer(() -> client, "team a");
			CallBudget budget = new CallBudget(Ticker.system(), Duration.ofSeconds(20));
			assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> server.get("name", budget))
				.withMessageContaining("Illegal character in path")
				.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("canary"));
		}
	}

	@Test
	void unreachableServerDoesNotPointToCredentials() {
		assertThat(this.failures.ofCall(LeaseVerb.GET, new ExecutionException(new ConnectException("refused"))))
			.hasMessageContaining("ConnectException: refused")
			.hasMessageNotContaining("credentials");
	}

}
