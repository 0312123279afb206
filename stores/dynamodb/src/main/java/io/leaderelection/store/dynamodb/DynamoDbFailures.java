/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import io.leaderelection.store.ElectionKey;
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
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Explains failures of requests, and what to do about them. Quotes only the error code of
 * the service, not its message, which may contain credentials.
 *
 * @param service the service, as the subject of a sentence
 * @param table the name of the table, or its ARN
 */
record DynamoDbFailures(String service, String table) {

	/** The remedy for a table with other keys. */
	static final String KEYS = "Use a table with the partition key '" + Table.NAMESPACE + "' and the sort key '"
			+ Table.ELECTION + "', both of the type String";

	private static final String REACH = "Check that the region and the endpoint are right and can be reached from here";

	/** Returns the description of the table. */
	String place() {
		return "the table '" + this.table + "'";
	}

	/** Returns the description of an item. */
	String place(ElectionKey key) {
		return "the item '" + key + "' in the table '" + this.table + "'";
	}

	/** Explains a failed request. */
	LeaseStoreException of(String what, RuntimeException failure, CallBudget budget) {
		String text = "Cannot " + what + ": ";
		if (failure instanceof ApiCallTimeoutException || failure instanceof ApiCallAttemptTimeoutException
				|| failure instanceof AbortedException) {
			return new NoAnswerException(text + "no answer within " + budget + " from " + this.service + ", which were "
					+ "left of leader-election.operation-timeout for all requests of one command. " + REACH
					+ ", or raise the timeout", null);
		}
		if (failure instanceof DynamoDbException answer && answer.statusCode() > 0) {
			return ofAnswer(text + this.service + " answered " + answer.statusCode() + " " + code(answer) + ". ",
					answer);
		}
		String message = quote(String.valueOf(failure.getMessage()));
		if (message.contains("credentials")) {
			// A chain lists classes that have none
			String reason = message.startsWith("Unable to load") ? "it finds none" : message;
			return new SharedFailureException("Cannot use " + place() + ": the AWS SDK has no credentials: " + reason
					+ ". Provide credentials where the AWS SDK looks for them: the environment, system properties, a "
					+ "profile, or the role of the container or machine; or declare an AwsCredentialsProvider bean",
					null);
		}
		return new NoAnswerException(text + this.service + " did not answer: " + message + ". " + REACH, null);
	}

	private LeaseStoreException ofAnswer(String text, DynamoDbException answer) {
		if (answer.isThrottlingException()) {
			return new RefusedCommandException(text + "It limits requests: raise the capacity of the table, or "
					+ "leader-election.lease-duration and leader-election.retry-interval", null);
		}
		return switch (code(answer)) {
			case "ResourceNotFoundException" -> new LastingRefusalException(text + "There is no such table "
					+ "in this region: create it, or set leader-election.dynamodb.initialize-schema=always, or correct "
					+ "leader-election.dynamodb.table or the region", null);
			case "ValidationException" -> new LastingRefusalException(text + KEYS, null);
			case "AccessDeniedException" -> missingRight(text);
			case "UnrecognizedClientException", "InvalidClientTokenId", "ExpiredTokenException", "ExpiredToken",
					"MissingAuthenticationTokenException", "IncompleteSignatureException", "InvalidSignatureException",
					"SignatureDoesNotMatch",
					"RequestExpired" ->
				new RefusedCommandException(text + "Correct or renew the access key, its secret key or the session "
						+ "token, or correct the region or the clock of this machine, which are signed", null);
			default -> (answer.statusCode() >= 500) ? new LeaseStoreException(text + "The candidate tries again")
					// DynamoDB itself does not use it, but something before it may
					: (answer.statusCode() == 403)
							? missingRight(text + "Correct the access key and its secret key, or a right. ")
							: new RefusedCommandException(
									text + "Check the properties of the store, and whether the table is active", null);
		};
	}

	private static MissingRightException missingRight(String text) {
		return new MissingRightException(text + "Allow dynamodb:GetItem, dynamodb:BatchGetItem, dynamodb:PutItem, "
				+ "dynamodb:DescribeTable and dynamodb:DescribeTimeToLive on the table, dynamodb:CreateTable if the "
				+ "store creates it, and the use of the key if one of yours encrypts it", null);
	}

	private static String code(DynamoDbException answer) {
		AwsErrorDetails details = answer.awsErrorDetails();
		return (details != null && details.errorCode() != null) ? quote(details.errorCode()) : "without a code";
	}

	/** Returns one short line without the query of a URL, which may be a signature. */
	private static String quote(String text) {
		return text.replaceAll("\\?\\S*", "?...").replaceAll("[\\p{Cntrl}\\s]+", " ").replaceFirst("(.{300}).*", "$1");
	}

}
