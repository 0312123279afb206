/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisClusterContractIT extends RedisStoreContract {

	private static RedisCluster cluster;

	private static RedisRecords records;

	@BeforeAll
	static void startCluster() {
		cluster = RedisCluster.open();
		records = RedisRecords.ofCluster(cluster.uris());
	}

	@AfterAll
	static void stopCluster() {
		records.close();
		cluster.close();
	}

	@Override
	RedisTarget target() {
		return RedisTarget.cluster(cluster.uris());
	}

	@Override
	RedisRecords records() {
		return records;
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, cluster.uris().stream().map((uri) -> uri.toURI().toString()).toList());
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			RedisTarget target = RedisTarget.cluster(arguments.stream().map(RedisURI::create).toList());
			return RedisLeaseStoreFactory.builder(target).assumeFresh(true).build().open();
		}

	}

}
