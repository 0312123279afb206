/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A store in memory for applications that tests start.
 */
@Configuration(proxyBeanMethods = false)
public class InMemoryStore {

	@Bean
	InMemoryLeaseStoreFactory memory() {
		return new InMemoryLeaseStoreFactory(WallClock.system());
	}

	@Bean
	LeaseStore leaseStore(InMemoryLeaseStoreFactory memory) {
		return memory.open();
	}

	@Bean
	StoreTraits storeTraits(InMemoryLeaseStoreFactory memory) {
		return memory.traits();
	}

}
