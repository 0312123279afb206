/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.Loopback;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.lettuce.core.RedisURI;

/**
 * Runs the contract on Redis. Ages the records instead of waiting.
 */
abstract class RedisStoreContract extends LeaseStoreContract {

	/** Returns the address of a server, those of Sentinels, or of a cluster's nodes. */
	abstract List<String> addresses();

	abstract RedisRecords records();

	static RedisTarget target(List<String> addresses) {
		List<RedisURI> uris = addresses.stream().map(RedisURI::create).toList();
		return (uris.size() > 1) ? RedisTarget.cluster(uris) : RedisTarget.of(uris.get(0));
	}

	/** Returns the factory of stores for a server. */
	static RedisLeaseStoreFactory factory(int port) {
		return factory(RedisTarget.of(RedisURI.create(Loopback.HOST, port)));
	}

	static RedisLeaseStoreFactory factory(RedisTarget target) {
		return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build();
	}

	@Override
	protected LeaseStore open() {
		return factory(target(addresses())).open();
	}

	@Override
	protected StoreTraits traits() {
		return factory(target(addresses())).traits();
	}

	@Override
	protected void elapse(Duration duration) {
		records().age(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		records().garble(key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		records().delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		records().notBefore(key, fromNow);
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		records().breakCheckpoints(key);
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		throw new IllegalStateException("There is no guard lock");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, addresses());
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return factory(target(arguments)).open();
		}

	}

}
