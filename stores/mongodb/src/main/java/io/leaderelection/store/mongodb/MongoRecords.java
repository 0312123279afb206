/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Records in documents. The version of a value is its text, which never repeats, because
 * the changes of a record do not; so a change by somebody else is noticed, too. Each
 * request has the concerns that the conditions need and the budget of the command,
 * whatever the settings of the client are. A write that the driver repeats is carried out
 * once: the server knows its number. Thread-safe.
 */
final class MongoRecords implements ConditionalRecords {

	private static final String ID = "_id";

	private static final String RECORD = "record";

	private final MongoCollection<BsonDocument> collection;

	private final MongoFailures failures;

	private final Runnable closing;

	/**
	 * Creates the records.
	 * @param closing closes the client, if it is the store's own
	 */
	MongoRecords(MongoClient client, String database, String collection, Runnable closing) {
		// Majority alone would show an older copy while a former primary does not know
		// its successor
		this.collection = client.getDatabase(database)
			.getCollection(collection, BsonDocument.class)
			.withCodecRegistry(MongoClientSettings.getDefaultCodecRegistry())
			.withReadPreference(ReadPreference.primary())
			.withReadConcern(ReadConcern.LINEARIZABLE)
			.withWriteConcern(WriteConcern.MAJORITY);
		this.failures = new MongoFailures(client, this.collection.getNamespace());
		this.closing = closing;
	}

	/** Unique, because names of elections contain no semicolon. */
	static String id(ElectionKey key) {
		return key.namespace() + ";" + key.election();
	}

	private static BsonDocument byId(ElectionKey key) {
		return new BsonDocument(ID, new BsonString(id(key)));
	}

	private static BsonDocument of(ElectionKey key, String record) {
		return byId(key).append(RECORD, new BsonString(record));
	}

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		BsonDocument found = call("read", key, budget, (documents) -> documents.find(byId(key)).first());
		if (found == null) {
			return null;
		}
		try {
			BsonValue record = found.get(RECORD);
			if (record == null || !record.isString()) {
				throw new IllegalArgumentException("it has no text '" + RECORD + "'");
			}
			String text = record.asString().getValue();
			return new Stored(TermRecord.parse(text.getBytes(StandardCharsets.UTF_8)), text);
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record in " + this.failures.place(id(key)) + " is garbage: "
					+ ex.getMessage() + ". Remedy: find out who writes there, stop all instances that take part in "
					+ "this election, then delete the document");
		}
	}

	@Override
	public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		String text = new String(record.format(Map.of()), StandardCharsets.UTF_8);
		boolean written = call("write", key, budget, (documents) -> {
			if (expected == null) {
				return isCreated(documents, of(key, text));
			}
			return documents.findOneAndReplace(of(key, (String) expected.version()), of(key, text)) != null;
		});
		return written ? new Stored(record, text) : null;
	}

	private static boolean isCreated(MongoCollection<BsonDocument> documents, BsonDocument document) {
		try {
			documents.insertOne(document);
			return true;
		}
		catch (MongoWriteException ex) {
			if (ex.getError().getCategory() == ErrorCategory.DUPLICATE_KEY && MongoFailures.isOfId(ex)) {
				return false;
			}
			throw ex;
		}
	}

	private <T extends @Nullable Object> T call(String what, ElectionKey key, CallBudget budget,
			Function<MongoCollection<BsonDocument>, T> call) {
		if (budget.isSpent()) {
			throw this.failures.timedOut(what, id(key), budget);
		}
		T answer;
		try {
			answer = call.apply(this.collection.withTimeout(budget.millisLeft(), TimeUnit.MILLISECONDS));
		}
		catch (RuntimeException ex) {
			throw this.failures.of(what, id(key), ex, budget);
		}
		this.failures.requireReplicaSet();
		return answer;
	}

	@Override
	public void close() {
		this.closing.run();
	}

}
