/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb.autoconfigure;

import io.leaderelection.store.mongodb.MongoLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the MongoDB store.
 *
 * @param uri Connection string of a replica set or a sharded cluster. Replaces the
 * application's own MongoClient.
 * @param database Name of the database, the same for all instances.
 * @param collection Name of the collection with a document for each election, the same
 * for all instances.
 */
@ConfigurationProperties("leader-election.mongodb")
public record MongoLeaderElectionProperties(@Nullable String uri,
		@DefaultValue(MongoLeaseStoreFactory.DEFAULT_NAME) String database,
		@DefaultValue(MongoLeaseStoreFactory.DEFAULT_NAME) String collection) {

}
