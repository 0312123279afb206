/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.util.List;
import java.util.stream.Collectors;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerDescription;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.ReadOnlyStoreException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.store.support.SharedFailureException;

/**
 * Explains failures of requests, and what to do about them. Quotes codes of the server,
 * not its messages, which may contain what the application has stored.
 *
 * @param client the client
 * @param collection the collection
 */
record MongoFailures(MongoClient client, MongoNamespace collection) {

	private static final String REACH = "Check that all addresses in the connection string are right and can be "
			+ "reached from here";

	private static final String OWN = "Use a collection that only leader election writes: set "
			+ "leader-election.mongodb.collection";

	/** Returns the description of a document. */
	String place(String id) {
		return "the document '" + id + "' in the collection '" + this.collection + "'";
	}

	/** Returns whether a duplicate key is that of the document. */
	static boolean isOfId(MongoWriteException failure) {
		String message = failure.getError().getMessage();
		return !message.contains(" index: ") || message.contains(" index: _id_ ");
	}

	/**
	 * Checks what the client has found out.
	 * @throws LastingRefusalException if it has found a single server
	 */
	void requireReplicaSet() {
		if (this.client.getClusterDescription().getType() == ClusterType.STANDALONE) {
			throw standalone();
		}
	}

	private LastingRefusalException standalone() {
		return new LastingRefusalException("Nobody contends, because two could lead at once: " + servers() + " is not "
				+ "in a replica set, and confirms writes that it may lose. Make it a replica set, if only of one "
				+ "server: start it with --replSet and run rs.initiate()", null);
	}

	/** Explains a failed request. */
	LeaseStoreException of(String what, String id, RuntimeException failure, CallBudget budget) {
		String text = "Cannot " + what + " " + place(id) + ": ";
		if (failure instanceof MongoSecurityException) {
			return credentials();
		}
		if (failure instanceof MongoTimeoutException && failure.getCause() instanceof MongoServerException last) {
			// The driver has repeated the read until the time was over
			return of(what, id, last, budget);
		}
		if (failure instanceof MongoTimeoutException || failure instanceof MongoExecutionTimeoutException) {
			return timedOut(what, id, budget);
		}
		if (failure instanceof MongoWriteConcernException unconfirmed) {
			return new NoAnswerException(text + "no majority of the replica set has confirmed it: "
					+ unconfirmed.getWriteConcernError().getCode() + " "
					+ unconfirmed.getWriteConcernError().getCodeName()
					+ ". Check that a majority of the servers that bear data runs and keeps up", null);
		}
		if (failure instanceof MongoSocketException || failure instanceof MongoConnectionPoolClearedException) {
			return new NoAnswerException(
					text + servers() + " did not answer: " + failure.getClass().getSimpleName() + ". " + REACH, null);
		}
		if (failure instanceof MongoServerException answer) {
			return ofAnswer(text + servers() + " answered " + code(answer) + ". ", answer.getCode());
		}
		String kind = failure.getClass().getSimpleName();
		return new LeaseStoreException(
				(failure instanceof MongoClientException)
						? text + "the driver refuses it: " + kind + ". Check the connection string" : text + kind,
				failure);
	}

	/** Explains a request that was not answered in time. */
	LeaseStoreException timedOut(String what, String id, CallBudget budget) {
		ClusterDescription cluster = this.client.getClusterDescription();
		List<ServerDescription> servers = cluster.getServerDescriptions();
		if (!cluster.hasWritableServer()) {
			if (servers.stream().anyMatch((server) -> server.getException() instanceof MongoSecurityException)) {
				return credentials();
			}
			if (servers.stream().anyMatch(ServerDescription::isOk)) {
				return new NoAnswerException(
						"Cannot " + what + " " + place(id) + ": no server of the replica set is "
								+ "primary. Check that a majority of its servers runs and that each reaches the others",
						null);
			}
		}
		return new NoAnswerException("Cannot " + what + " " + place(id) + ": no answer within " + budget + " from "
				+ servers() + ", which were left of leader-election.operation-timeout for all requests of one command. "
				+ REACH + ", or raise the timeout", null);
	}

	private SharedFailureException credentials() {
		return new SharedFailureException("Cannot use the collection '" + this.collection + "': " + servers()
				+ " accepts no credentials of this client. Correct the user, the password and authSource in the "
				+ "connection string", null);
	}

	private LeaseStoreException ofAnswer(String text, int code) {
		return switch (code) {
			case 13, 8000 -> new MissingRightException(text + "Grant the actions find, insert and update on the "
					+ "collection '" + this.collection + "', as the role readWrite does", null);
			case 11, 18, 391 -> credentials();
			case 50, 262 -> new NoAnswerException(text + "It needed too long: check its load", null);
			case 123 -> standalone();
			case 91, 189, 10058, 10107, 11600, 11602, 13435,
					13436 ->
				new ReadOnlyStoreException(text + "It is not the "
						+ "primary. Name all servers and the replica set in the connection string, without "
						+ "directConnection, so that the driver finds the primary", null);
			case 73 -> new LastingRefusalException(
					text + "Correct leader-election.mongodb.database and leader-election.mongodb.collection", null);
			case 121, 166 -> new LastingRefusalException(text + OWN + " to one without a validator or a view", null);
			case 11000 -> new LastingRefusalException(
					text + "An index other than that of _id is unique. " + OWN + ", or drop that index", null);
			case 59, 115, 9, 72 -> new LastingRefusalException(text + "It knows not each command that the store needs, "
					+ "or not each option. Use a replica set of MongoDB, or another store", null);
			case 14031 -> new RefusedCommandException(text + "Free or add disk space", null);
			default -> new LeaseStoreException(text + "The candidate tries again");
		};
	}

	private static String code(MongoException failure) {
		return (failure instanceof MongoCommandException answer && !answer.getErrorCodeName().isEmpty())
				? failure.getCode() + " " + answer.getErrorCodeName() : Integer.toString(failure.getCode());
	}

	private String servers() {
		String addresses = this.client.getClusterDescription()
			.getServerDescriptions()
			.stream()
			.map((server) -> server.getAddress().toString())
			.sorted()
			.collect(Collectors.joining(", "));
		return addresses.isEmpty() ? "MongoDB" : "MongoDB at " + addresses;
	}

}
