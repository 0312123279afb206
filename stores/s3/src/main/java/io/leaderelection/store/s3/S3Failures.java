/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.io.IOException;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.store.support.SharedFailureException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Explains failures of requests, and what to do about them. Quotes only the error code of
 * the service, not its message, which may contain credentials.
 *
 * @param service the service, as the subject of a sentence
 * @param bucket the name of the bucket
 * @param prefix what the names of the objects begin with
 */
record S3Failures(String service, String bucket, String prefix) {

	private static final int MAX_QUOTE = 300;

	private static final String REACH = "Check that the region and the endpoint are right and can be reached from here";

	/** Returns the description of an object. */
	String place(String object) {
		return "the object '" + object + "' in the bucket '" + this.bucket + "'";
	}

	/**
	 * Returns whether an answer says that the object is missing or is not the expected
	 * one. Amazon answers with a conflict if it carries out another write at that time.
	 */
	static boolean isNotMet(S3Exception answer) {
		int status = answer.statusCode();
		return status == 412 || (status == 404 && !code(answer).equals("NoSuchBucket"))
				|| (status == 409 && code(answer).equals("ConditionalRequestConflict"));
	}

	/** Explains a failed request. */
	LeaseStoreException of(String what, String object, RuntimeException failure, CallBudget budget) {
		if (failure instanceof ApiCallTimeoutException || failure instanceof ApiCallAttemptTimeoutException
				|| failure instanceof AbortedException) {
			return timedOut(what, object, budget);
		}
		String text = "Cannot " + what + " " + place(object) + ": ";
		if (failure instanceof S3Exception answer && answer.statusCode() > 0) {
			return ofAnswer(text + this.service + " answered " + answer.statusCode() + " " + code(answer) + ". ",
					answer);
		}
		if (String.valueOf(failure.getMessage()).startsWith("Unable to load credentials")) {
			// Not its message, which lists classes that have none
			return new SharedFailureException("Cannot use the bucket '" + this.bucket + "': the AWS SDK finds no "
					+ "credentials. Provide credentials where the AWS SDK looks for them: the environment, system "
					+ "properties, a profile, or the role of the container or machine; or declare an "
					+ "AwsCredentialsProvider bean", null);
		}
		if (String.valueOf(failure.getMessage()).contains("credentials")) {
			return new LeaseStoreException(
					text + what(failure) + ". Correct the credentials, or the service that " + "issues them");
		}
		return new NoAnswerException(text + this.service + " did not answer: " + what(failure) + ". " + REACH, null);
	}

	/** Explains a request that was not answered in time. */
	NoAnswerException timedOut(String what, String object, CallBudget budget) {
		return new NoAnswerException(
				"Cannot " + what + " " + place(object) + ": no answer within " + budget + " from " + this.service
						+ ", which were left of leader-election.operation-timeout for all requests of one command. "
						+ REACH + ", or raise the timeout",
				null);
	}

	private LeaseStoreException ofAnswer(String text, S3Exception answer) {
		return switch (code(answer)) {
			case "NoSuchBucket" -> new LastingRefusalException(
					text + "Create the bucket, which the store never does, or correct leader-election.s3.bucket", null);
			case "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken" ->
				new RefusedCommandException(text + "Correct or renew the access key or the session token", null);
			case "RequestTimeTooSkewed", "RequestExpired" -> new RefusedCommandException(
					text + "Correct the clock of this machine, because signatures contain the time", null);
			case "PermanentRedirect", "AuthorizationHeaderMalformed",
					"IllegalLocationConstraintException" ->
				new LastingRefusalException(text + "The bucket is in the region " + region(answer)
						+ ": set leader-election.s3.region, or the region of the application's S3Client", null);
			default -> ofStatus(text, answer.statusCode());
		};
	}

	private LeaseStoreException ofStatus(String text, int status) {
		return switch (status) {
			case 403 -> new MissingRightException(text + "Allow s3:GetObject and s3:PutObject on arn:aws:s3:::"
					+ this.bucket + "/" + this.prefix + "*, and the use of the key if KMS encrypts the bucket", null);
			case 501 -> new LastingRefusalException(text + "It has no conditional writes, without which two instances "
					+ "could lead at once. Use a service with them, such as Amazon S3, or another store", null);
			case 429, 503 -> new RefusedCommandException(text + "It limits requests: raise "
					+ "leader-election.lease-duration and leader-election.retry-interval, or use another bucket", null);
			default -> (status < 500) ? new RefusedCommandException(text + "Check the properties of the store", null)
					: new LeaseStoreException(text + "The candidate tries again");
		};
	}

	private static String code(S3Exception answer) {
		AwsErrorDetails details = answer.awsErrorDetails();
		return (details != null && details.errorCode() != null) ? quote(details.errorCode()) : "without a code";
	}

	private static String region(S3Exception answer) {
		return quote(answer.awsErrorDetails()
			.sdkHttpResponse()
			.firstMatchingHeader("x-amz-bucket-region")
			.orElse("that the console of the service shows"));
	}

	private static String what(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null && !(root instanceof IOException)) {
			root = root.getCause();
		}
		return root.getClass().getSimpleName() + ", " + quote(String.valueOf(root.getMessage()));
	}

	/** Returns one short line without the query of a URL, which may be a signature. */
	private static String quote(String text) {
		String line = text.replaceAll("\\?\\S*", "?...").replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
		return (line.length() > MAX_QUOTE) ? line.substring(0, MAX_QUOTE) + "..." : line;
	}

}
