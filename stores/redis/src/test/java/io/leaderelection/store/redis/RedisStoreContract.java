/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;

/**
 * Runs the contract on Redis. Ages the records instead of waiting.
 */
abstract class RedisStoreContract extends LeaseStoreContract {

	abstract RedisTarget target();

	abstract RedisRecords records();

	LeaseStoreFactory factory() {
		return RedisLeaseStoreFactory.builder(target()).assumeFresh(true).build();
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
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

}
