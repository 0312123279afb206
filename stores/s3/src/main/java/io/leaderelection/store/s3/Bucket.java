/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

import io.leaderelection.store.RecordText;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.ServiceClient;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The requests to the service. Each is sent once and within the budget of the command,
 * whatever the settings of the client are. Thread-safe.
 */
final class Bucket {

	/**
	 * A retry could outlast a lease, and would find its own first write instead of what
	 * was there before.
	 */
	private static final SdkPlugin WITHOUT_RETRIES = (client) -> client
		.overrideConfiguration((override) -> override.retryStrategy(AwsRetryStrategy.doNotRetry()));

	private final ServiceClient<S3Client> client;

	private final String name;

	private final S3Failures failures;

	Bucket(ServiceClient<S3Client> client, String name, S3Failures failures) {
		this.client = client;
		this.name = name;
		this.failures = failures;
	}

	/**
	 * Reads an object.
	 * @return the object, or {@code null} if there is none
	 * @throws io.leaderelection.store.support.MissingRightException if access is denied,
	 * as to a missing object unless this client may list the bucket
	 */
	@Nullable Content get(String object, CallBudget budget) {
		GetObjectRequest.Builder request = GetObjectRequest.builder().bucket(this.name).key(object);
		return call("read", object, budget,
				(client) -> client.getObject(request.overrideConfiguration(once(budget)).build(), Bucket::content));
	}

	/** Does not read more than the longest record; returns invalid content instead. */
	private static Content content(GetObjectResponse response, AbortableInputStream stream) throws IOException {
		byte[] text = stream.readNBytes(RecordText.MAX_BYTES + 1);
		if (text.length > RecordText.MAX_BYTES) {
			// Closing it would read the rest
			stream.abort();
		}
		return new Content(response.eTag(), text);
	}

	/**
	 * Writes an object if the condition is met.
	 * @param eTag the ETag of the object to replace, or {@code null} to create it
	 * @return the answer, or {@code null} if the condition was not met
	 */
	@Nullable PutObjectResponse put(String object, byte[] text, @Nullable String eTag, CallBudget budget) {
		PutObjectRequest.Builder request = PutObjectRequest.builder()
			.bucket(this.name)
			.key(object)
			.contentType("text/plain; charset=utf-8");
		PutObjectRequest.Builder conditional = (eTag != null) ? request.ifMatch(eTag) : request.ifNoneMatch("*");
		PutObjectResponse response = call("write", object, budget, (client) -> client
			.putObject(conditional.overrideConfiguration(once(budget)).build(), RequestBody.fromBytes(text)));
		if (response != null && response.eTag() == null) {
			throw new LastingRefusalException(
					"The answer to a write of " + this.failures.place(object)
							+ " has no ETag. Use a service that returns it, and check that no proxy changes answers",
					null);
		}
		return response;
	}

	/**
	 * Returns {@code null} if the object is missing, or is not the expected one.
	 */
	private <T> @Nullable T call(String what, String object, CallBudget budget, Function<S3Client, T> call) {
		if (budget.isSpent()) {
			throw this.failures.timedOut(what, object, budget);
		}
		return this.client.<@Nullable T>call((client) -> {
			try {
				return call.apply(client);
			}
			catch (S3Exception ex) {
				if (S3Failures.isNotMet(ex)) {
					return null;
				}
				throw ex;
			}
		}, (failure) -> this.failures.of(what, object, failure, budget));
	}

	private static AwsRequestOverrideConfiguration once(CallBudget budget) {
		Duration left = Duration.ofMillis(budget.millisLeft());
		return AwsRequestOverrideConfiguration.builder()
			.apiCallTimeout(left)
			.apiCallAttemptTimeout(left)
			.addPlugin(WITHOUT_RETRIES)
			.build();
	}

	/**
	 * An object.
	 */
	@SuppressWarnings("ArrayRecordComponent") // read once, never compared
	record Content(String eTag, byte[] text) {

	}

}
