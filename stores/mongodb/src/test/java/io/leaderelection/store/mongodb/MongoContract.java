/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.time.Duration;
import java.util.List;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;

/**
 * The store contract on a server.
 */
abstract class MongoContract extends ObserverContract {

	private final String uri;

	@AutoClose
	private final MongoClient client;

	private final MongoDocuments documents;

	MongoContract(String uri) {
		this.uri = uri;
		this.client = MongoClients.create(uri);
		this.documents = new MongoDocuments(this.client);
	}

	LeaseStore open(MongoClient client, TimeSystem time) {
		return MongoLeaseStoreFactory.builder(client).build().open(time);
	}

	@Override
	protected LeaseStore open(TimeSystem time) {
		return open(this.client, time);
	}

	@Override
	protected StoreTraits traits() {
		return MongoDocuments.factory(this.uri).traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		this.documents.delete(key);
		this.documents.insert(key,
				new Document("record", "leader-election-record 1\ntoken=9223372036854775807\nend\n"));
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		this.documents.delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		this.documents.setField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		this.documents.setField(key, "checkpoints", "broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(this.uri));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return MongoDocuments.factory(arguments.get(0)).open();
		}

	}

}
