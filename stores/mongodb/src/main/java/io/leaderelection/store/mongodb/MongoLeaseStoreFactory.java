/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.time.Duration;
import java.util.function.Supplier;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.time.TimeSystem;

/**
 * Factory for the MongoDB store. Create one with {@link #builder(MongoClient)}.
 */
public final class MongoLeaseStoreFactory implements LeaseStoreFactory {

	/** The name of the database and of the collection by default. */
	public static final String DEFAULT_NAME = "leaderElection";

	private static final StoreTraits TRAITS = new StoreTraits("mongodb", StoreTraits.Clock.OBSERVER,
			Duration.ofMillis(1), Duration.ofDays(365), false, false, false, true);

	private final Supplier<MongoClient> clients;

	private final boolean owned;

	private final String database;

	private final String collection;

	private MongoLeaseStoreFactory(Builder builder) {
		this.clients = builder.clients;
		this.owned = builder.owned;
		this.database = builder.database;
		this.collection = builder.collection;
	}

	/**
	 * Creates a builder.
	 * @param client the client, which the store does not close. Each request has a
	 * timeout, a read concern and a write concern of its own, whatever those of the
	 * client are
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(MongoClient client) {
		return new Builder(() -> client, false);
	}

	/**
	 * Creates a builder for stores with a client of their own.
	 * @param clients creates a client for each store, which closes it
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(Supplier<MongoClient> clients) {
		return new Builder(clients, true);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store without waiting for the server, which creates the collection with
	 * the first record.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		MongoClient client = this.clients.get();
		Runnable closing = this.owned ? client::close : () -> {
		};
		return new ConditionalStore(TRAITS.name(), new MongoRecords(client, this.database, this.collection, closing),
				time);
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private final Supplier<MongoClient> clients;

		private final boolean owned;

		private String database = DEFAULT_NAME;

		private String collection = DEFAULT_NAME;

		private Builder(Supplier<MongoClient> clients, boolean owned) {
			this.clients = clients;
			this.owned = owned;
		}

		/**
		 * Sets the database. All instances need the same.
		 * @param database its name; the default is {@value #DEFAULT_NAME}
		 * @return this
		 * @throws IllegalArgumentException if the name is not valid
		 */
		public Builder database(String database) {
			MongoNamespace.checkDatabaseNameValidity(database);
			this.database = database;
			return this;
		}

		/**
		 * Sets the collection. All instances need the same.
		 * @param collection its name; the default is {@value #DEFAULT_NAME}
		 * @return this
		 * @throws IllegalArgumentException if the name is not valid
		 */
		public Builder collection(String collection) {
			MongoNamespace.checkCollectionNameValidity(collection);
			this.collection = collection;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 */
		public MongoLeaseStoreFactory build() {
			return new MongoLeaseStoreFactory(this);
		}

	}

}
