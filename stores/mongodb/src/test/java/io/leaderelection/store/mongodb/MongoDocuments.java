/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.util.regex.Matcher;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.store.ElectionKey;
import org.bson.Document;
import org.bson.conversions.Bson;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads and changes the documents of the store without the store.
 */
final class MongoDocuments {

	private final MongoCollection<Document> collection;

	MongoDocuments(MongoClient client) {
		this.collection = client.getDatabase(MongoLeaseStoreFactory.DEFAULT_NAME)
			.getCollection(MongoLeaseStoreFactory.DEFAULT_NAME);
	}

	static MongoLeaseStoreFactory factory(int port) {
		return factory(FerretServer.uri(port));
	}

	static MongoLeaseStoreFactory factory(String uri) {
		return MongoLeaseStoreFactory.builder(() -> MongoClients.create(uri)).build();
	}

	private static Bson byId(ElectionKey key) {
		return Filters.eq("_id", MongoRecords.id(key));
	}

	Document document(ElectionKey key) {
		return this.collection.find(byId(key)).first();
	}

	void write(ElectionKey key, Object record) {
		assertThat(this.collection.updateOne(byId(key), Updates.set("record", record)).getMatchedCount()).isOne();
	}

	void insert(ElectionKey key, Document document) {
		this.collection.insertOne(document.append("_id", MongoRecords.id(key)));
	}

	void delete(ElectionKey key) {
		this.collection.deleteOne(byId(key));
	}

	/** Changes a field of the record. */
	void setField(ElectionKey key, String name, String value) {
		String line = "(?m)^" + name + "=.*\n";
		String text = document(key).getString("record");
		assertThat(text).containsPattern(line);
		write(key, text.replaceFirst(line, Matcher.quoteReplacement(name + "=" + value + "\n")));
	}

}
