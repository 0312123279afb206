/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.Renew;
import io.leaderelection.store.s3.ScriptedService.Answer;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.store.support.SharedFailureException;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.time.TimeSystem;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.retry.RetryPolicy;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests answers that the server of the other tests never gives.
 */
@ExtendWith(OutputCaptureExtension.class)
class S3RecordsTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "e");

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final List<String> PROOF = List.of("PUT *", "PUT \"00000000000000000000000000000000\"");

	private final SteppedTime time = new SteppedTime();

	private final List<LeaseStore> stores = new ArrayList<>();

	@AfterEach
	void close() {
		this.stores.forEach(LeaseStore::close);
	}

	LeaseStore open(S3Client client, TimeSystem time) {
		return S3LeaseStoreFactory.builder(client).bucket("team").build().open(time);
	}

	private LeaseStore open(S3Client client) {
		LeaseStore store = open(client, this.time);
		this.stores.add(store);
		return store;
	}

	private Outcome acquire(LeaseStore store) {
		return acquire(store, TIMEOUT);
	}

	private static Outcome acquire(LeaseStore store, Duration timeout) {
		Acquire command = new Acquire(KEY, "one", Nonce.random(), Duration.ofSeconds(15), 0, 0, Instant.EPOCH,
				Map.of());
		return store.acquire(List.of(command), timeout).get(0);
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause();
	}

	private static boolean isProbe(SdkHttpRequest request) {
		return request.encodedPath().endsWith("/conditional-writes");
	}

	/**
	 * Returns a service that passes the proof, and gives an answer to everything else.
	 */
	private static ScriptedService proven(Function<SdkHttpRequest, Answer> script) {
		return new ScriptedService((request) -> (isProbe(request) && request.method() == SdkHttpMethod.PUT)
				? Answer.refused(412, "PreconditionFailed") : script.apply(request));
	}

	private static Answer missingOr(SdkHttpRequest request, Answer answer) {
		return (request.method() == SdkHttpMethod.GET) ? Answer.refused(404, "NoSuchKey") : answer;
	}

	@Test
	void proofIsMadeOnceAndCostsTwoRequestsIfTheObjectExists() {
		ScriptedService service = proven((request) -> missingOr(request, Answer.written("\"1\"")));
		LeaseStore store = open(service.clients().build());
		assertThat(service.requests()).isEmpty();
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
		assertThat(service.requests()).containsExactly(PROOF.get(0), PROOF.get(1), "GET", "PUT *");
		service.requests().clear();
		store.observe(List.of(KEY), TIMEOUT);
		assertThat(service.requests()).containsExactly("GET");
	}

	@Test
	@Tag("mutation")
	void serviceThatCreatesWhatExistsIsRefused() {
		ScriptedService service = new ScriptedService(
				(request) -> missingOr(request, ScriptedService.condition(request).equals("*") ? Answer.written("\"1\"")
						: Answer.refused(412, "PreconditionFailed")));
		assertThat(cause(acquire(open(service.clients().build())))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContainingAll("the service at s3.test:1234", "ignores the condition If-None-Match",
					"bucket 'team'", "another store");
		assertThat(service.requests()).containsExactly("PUT *", "PUT *");
	}

	@Test
	@Tag("mutation")
	void serviceThatReplacesAnotherObjectIsRefused() {
		ScriptedService service = new ScriptedService(
				(request) -> missingOr(request, ScriptedService.condition(request).equals("*")
						? Answer.refused(412, "PreconditionFailed") : Answer.written("\"1\"")));
		assertThat(cause(acquire(open(service.clients().build())))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContaining("ignores the condition If-Match");
		assertThat(service.requests()).containsExactlyElementsOf(PROOF);
	}

	@Test
	void serviceWithoutConditionsIsRefused() {
		ScriptedService service = new ScriptedService((request) -> Answer.refused(501, "NotImplemented"));
		assertThat(cause(acquire(open(service.clients().build())))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContaining("has no conditional writes");
	}

	@Test
	void serviceWithoutETagsIsRefused() {
		ScriptedService service = new ScriptedService((request) -> new Answer(200, Map.of(), ""));
		assertThat(cause(acquire(open(service.clients().build())))).isInstanceOf(LastingRefusalException.class)
			.hasMessageContaining("has no ETag");
	}

	@Test
	void refusalStandsForSomeSecondsAndIsThenTriedAgain() {
		ScriptedService service = new ScriptedService((request) -> Answer.written("\"1\""));
		LeaseStore store = open(service.clients().build());
		Throwable refusal = cause(acquire(store));
		assertThat(cause(acquire(store))).isSameAs(refusal);
		assertThat(service.requests()).hasSize(2);
		this.time.step(Duration.ofSeconds(6));
		assertThat(cause(acquire(store))).isNotSameAs(refusal);
		assertThat(service.requests()).hasSize(4);
	}

	@Test
	void proofIsMadeAgainAfterACallWithoutAnAnswer() {
		boolean[] fails = new boolean[1];
		ScriptedService service = proven((request) -> {
			if (fails[0]) {
				throw new UncheckedIOException(new IOException("reset"));
			}
			return Answer.refused(404, "NoSuchKey");
		});
		LeaseStore store = open(service.clients().build());
		store.observe(List.of(KEY), TIMEOUT);
		fails[0] = true;
		assertThat(cause(store.observe(List.of(KEY), TIMEOUT).get(0))).isInstanceOf(NoAnswerException.class);
		fails[0] = false;
		service.requests().clear();
		store.observe(List.of(KEY), TIMEOUT);
		assertThat(service.requests()).containsExactly(PROOF.get(0), PROOF.get(1), "GET");
	}

	@Test
	void conflictIsTriedAgain() {
		int[] conflicts = { 2 };
		ScriptedService service = proven((request) -> {
			if (request.method() == SdkHttpMethod.GET) {
				return Answer.refused(404, "NoSuchKey");
			}
			return (conflicts[0]-- > 0) ? Answer.refused(409, "ConditionalRequestConflict") : Answer.written("\"1\"");
		});
		assertThat(acquire(open(service.clients().build()))).isInstanceOf(Outcome.Granted.class);
		assertThat(service.requests().stream().skip(2)).containsExactly("GET", "PUT *", "GET", "PUT *", "GET", "PUT *");
	}

	@Test
	void renewalIsOneRequest() {
		ScriptedService service = proven((request) -> missingOr(request, Answer.written("\"1\"")));
		LeaseStore store = open(service.clients().build());
		Nonce nonce = Nonce.random();
		Acquire command = new Acquire(KEY, "one", nonce, Duration.ofSeconds(15), 0, 0, Instant.EPOCH, Map.of());
		Outcome.Granted granted = (Outcome.Granted) store.acquire(List.of(command), TIMEOUT).get(0);
		service.requests().clear();
		assertThat(store.renew(List.of(new Renew(KEY, nonce, granted.token())), TIMEOUT)).singleElement()
			.isInstanceOf(Outcome.Granted.class);
		assertThat(service.requests()).containsExactly("PUT \"1\"");
	}

	@Test
	void deniedAccessToAMissingObjectIsNoMissingRight() {
		ScriptedService service = proven((request) -> {
			if (request.method() == SdkHttpMethod.PUT) {
				return Answer.written("\"1\"");
			}
			return isProbe(request) ? Answer.read("text") : Answer.refused(403, "AccessDenied");
		});
		LeaseStore store = open(service.clients().build());
		assertThat(store.observe(List.of(KEY), TIMEOUT)).containsExactly(new Outcome.Free(0, false));
		assertThat(acquire(store)).isInstanceOf(Outcome.Granted.class);
		assertThat(service.requests()).endsWith("PUT *");
	}

	@Test
	void deniedAccessToAPresentObjectIsAMissingRight() {
		ScriptedService service = proven((request) -> Answer.refused(403, "AccessDenied"));
		LeaseStore store = open(service.clients().build());
		assertThat(cause(store.observe(List.of(KEY), TIMEOUT).get(0))).isInstanceOf(MissingRightException.class)
			.hasMessageContaining("s3:GetObject and s3:PutObject on arn:aws:s3:::team/leader-election/*");
	}

	@SuppressWarnings("deprecation") // an application may still set a policy
	@ParameterizedTest
	@ValueSource(strings = { "standard", "legacy", "adaptive_v2", "policy" })
	void retriesOfTheClientAreNotUsed(String retries) {
		ScriptedService service = proven((request) -> Answer.refused(503, "SlowDown"));
		LeaseStore store = open(service.clients().overrideConfiguration((override) -> {
			if (retries.equals("policy")) {
				override.retryPolicy(RetryPolicy.builder().numRetries(5).build());
			}
			else {
				override
					.retryStrategy(AwsRetryStrategy.forRetryMode(RetryMode.valueOf(retries.toUpperCase(Locale.ROOT))));
			}
		}).build());
		assertThat(cause(acquire(store))).isInstanceOf(RefusedCommandException.class)
			.hasMessageContaining("limits requests");
		assertThat(service.requests().stream().skip(2)).containsExactly("GET");
	}

	@Test
	void timeoutsOfTheClientAreNotUsed() {
		CountDownLatch never = new CountDownLatch(1);
		ScriptedService service = new ScriptedService((request) -> {
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return Answer.refused(500, "");
		});
		LeaseStore store = open(service.clients()
			.overrideConfiguration((override) -> override.apiCallTimeout(Duration.ofHours(1))
				.apiCallAttemptTimeout(Duration.ofHours(1)))
			.build());
		assertThat(cause(acquire(store, Duration.ofMillis(200)))).isInstanceOf(NoAnswerException.class)
			.hasMessageContainingAll("200 ms", "operation-timeout");
	}

	@Test
	void hugeObjectIsGarbageAndNotReadToItsEnd() {
		ScriptedService service = proven((request) -> Answer.read("x".repeat(2 * RecordText.MAX_BYTES)));
		LeaseStore store = open(service.clients().build());
		assertThat(cause(store.observe(List.of(KEY), TIMEOUT).get(0))).isInstanceOf(GarbageRecordException.class)
			.hasMessageContainingAll("the object 'leader-election/orders/e-", "delete the object");
		assertThat(service.isAborted()).isTrue();
	}

	@Test
	void versionsAreWarnedOfOnce(CapturedOutput output) {
		ScriptedService service = proven((request) -> missingOr(request, Answer.written("\"1\"")));
		acquire(open(service.clients().build()));
		assertThat(output).doesNotContain("NoncurrentVersionExpiration");
		ScriptedService versioned = proven((request) -> missingOr(request,
				new Answer(200, Map.of("ETag", "\"1\"", "x-amz-version-id", "v7"), "")));
		LeaseStore store = open(versioned.clients().build());
		acquire(store);
		acquire(store);
		assertThat(output.getAll().split("NoncurrentVersionExpiration")).hasSize(2);
		assertThat(output).contains("The bucket 'team' has versions", "the prefix 'leader-election/'");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			301 | PermanentRedirect             | LastingRefusalException | the region eu-north-1
			400 | AuthorizationHeaderMalformed  | LastingRefusalException | leader-election.s3.region
			400 | ExpiredToken                  | RefusedCommandException | the session token
			403 | InvalidAccessKeyId            | RefusedCommandException | the access key
			403 | SignatureDoesNotMatch         | RefusedCommandException | the access key
			403 | RequestTimeTooSkewed          | RefusedCommandException | the clock of this machine
			403 | AccessDenied                  | MissingRightException   | s3:PutObject
			404 | NoSuchBucket                  | LastingRefusalException | Create the bucket
			409 | OperationAborted              | RefusedCommandException | OperationAborted
			429 | TooManyRequests               | RefusedCommandException | limits requests
			500 | InternalError                 | LeaseStoreException     | tries again
			502 | ''                            | LeaseStoreException     | without a code
			503 | SlowDown                      | RefusedCommandException | limits requests
			""")
	void everyRefusalHasItsRemedy(int status, String code, String type, String remedy) {
		ScriptedService service = proven(
				(request) -> Answer.refused(status, code).with("x-amz-bucket-region", "eu-north-1"));
		Throwable cause = cause(acquire(open(service.clients().build())));
		assertThat(cause.getClass().getSimpleName()).isEqualTo(type);
		assertThat(cause).isInstanceOf(LeaseStoreException.class)
			.hasMessageContainingAll("the bucket 'team'", "answered " + status, remedy);
		assertThat(Throwables.getStackTrace(cause)).doesNotContain("canary");
	}

	@Test
	void missingCredentialsAreReported() {
		ScriptedService service = proven((request) -> Answer.refused(404, "NoSuchKey"));
		S3Client client = service.clients()
			.credentialsProvider(AwsCredentialsProviderChain.of(SystemPropertyCredentialsProvider.create()))
			.build();
		assertThat(cause(acquire(open(client)))).as("logged once for all elections")
			.isInstanceOf(SharedFailureException.class)
			.hasMessageContainingAll("the bucket 'team'", "Provide credentials where the AWS SDK looks")
			.message()
			.doesNotContain("ProviderChain");
		assertThat(service.requests()).isEmpty();
	}

	@Test
	void ownClientIsClosedWithTheStoreAndAnotherIsNot() {
		boolean[] closed = new boolean[1];
		S3Client client = new DelegatingS3Client(
				proven((request) -> Answer.refused(404, "NoSuchKey")).clients().build()) {

			@Override
			public void close() {
				closed[0] = true;
			}

		};
		S3LeaseStoreFactory.builder(client).bucket("team").build().open().close();
		assertThat(closed[0]).isFalse();
		S3LeaseStoreFactory.builder(() -> client).bucket("team").build().open().close();
		assertThat(closed[0]).isTrue();
	}

}
