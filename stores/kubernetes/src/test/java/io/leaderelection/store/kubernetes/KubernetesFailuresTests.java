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
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.time.Ticker;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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

	@Test
	void requestOfAReplacedClientDoesNotBlameTheAddress() {
		IOException rejected = new IOException(
				new RejectedExecutionException("Task x rejected from pool [Terminated]"));
		assertThat(this.failures.ofCall(LeaseVerb.GET, new ExecutionException(rejected)))
			.isInstanceOf(NoAnswerException.class)
			.hasMessageContaining("was cancelled, because others before it got no answer")
			.hasMessageContaining("Check the load of the API server")
			.hasMessageNotContainingAny("certificates", "Terminated");
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

	private static Refusal refusal(LeaseVerb verb, int code, String message, String... causes) {
		return new Refusal(verb, code,
				new StatusBuilder().withMessage(message)
					.withNewDetails()
					.withCauses(Arrays.stream(causes).map((reason) -> new StatusCause(null, null, reason)).toList())
					.endDetails()
					.build());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			403 | User "app" cannot update resource "leases" in API group | Give the service account a Role
			403 | User "system:anonymous" cannot update resource "leases" | tokenFile
			403 | exceeded quota: q, limited: count/leases=0              | Raise the quota
			403 | failed quota: q: must specify limits                    | Raise the quota
			403 | admission webhook "w" denied the request: no            | accept Leases
			422 | ValidatingAdmissionPolicy 'p' denied request: no        | accept Leases
			403 | pods may not write                                      | names what forbids it
			404 | namespaces "team-a" not found                           | Create the namespace 'team-a'
			429 | too many requests                                       | priority level
			500 | failed calling webhook "w": no answer                   | Repair that admission webhook
			500 | etcdserver: leader changed                              | log of the API server
			""")
	void everyRefusalHasItsRemedy(int code, String message, String remedy) {
		assertThat(this.failures.ofAnswer(refusal(LeaseVerb.UPDATE, code, message)))
			.hasMessageContaining("status " + code + " (" + message + "). ")
			.hasMessageContaining(remedy);
	}

	@Test
	void namespaceThatIsBeingDeletedIsKnownByTheCause() {
		assertThat(this.failures.ofAnswer(refusal(LeaseVerb.CREATE, 403, "forbidden", "NamespaceTerminating")))
			.hasMessageContaining("Somebody deletes the namespace 'team-a'");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 200, 1000 })
	void longMessageNeverCutsTheRemedy(int length) {
		String message = "User cannot create resource " + "x".repeat(length);
		assertThat(this.failures.ofAnswer(refusal(LeaseVerb.CREATE, 403, message)).getMessage())
			.hasSizeLessThanOrEqualTo(500)
			.contains(LeaseVerb.rule())
			.endsWith("kubernetes-rbac.yaml is a manifest");
		KubernetesFailures far = new KubernetesFailures("https://" + "h".repeat(200) + ":6443", "n".repeat(63));
		assertThat(far.ofAnswer(refusal(LeaseVerb.CREATE, 403, message))).hasMessageEndingWith("is a manifest");
	}

	@Test
	void answerOfAProxyHasNoMessage() {
		assertThat(this.failures.ofAnswer(new Refusal(LeaseVerb.GET, 403, null)))
			.hasMessageContaining("with status 403. Give the service account a Role");
	}

	@ParameterizedTest
	@EnumSource
	void onlyAWriteWithoutAnAnswerPointsToWebhooks(LeaseVerb verb) {
		CallBudget budget = new CallBudget(Ticker.system(), Duration.ofSeconds(1));
		boolean write = verb == LeaseVerb.CREATE || verb == LeaseVerb.UPDATE;
		assertThat(this.failures.ofTimeout(verb, budget, null).getMessage().contains("webhooks")).isEqualTo(write);
	}

}
