/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AutoClose;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The store contract on a service.
 */
abstract class DynamoDbContract extends ObserverContract {

	private final Service service;

	@AutoClose
	private final DynamoDbClient client;

	private final Items items;

	DynamoDbContract(Service service) {
		this.service = service;
		this.client = service.client();
		this.items = new Items(this.client, service.table());
	}

	LeaseStore open(DynamoDbClient client, String table, TimeSystem time) {
		return DynamoDbLeaseStoreFactory.builder(client).table(table).build().open(time);
	}

	@Override
	protected LeaseStore open(TimeSystem time) {
		return open(this.client, this.service.table(), time);
	}

	@Override
	protected StoreTraits traits() {
		return this.service.factory().traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		this.items.write(key, "leader-election-record 1\ntoken=9223372036854775807\nend\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		this.items.delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		this.items.setField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		this.items.setField(key, "checkpoints", "broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, this.service.arguments());
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return Service.of(arguments).factory().open();
		}

	}

}
