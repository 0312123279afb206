/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;

/**
 * Store descriptors for in-memory stores.
 */
record TestStores(String name, LeaseStoreDescriptor.Reach reach, LeaseStoreDescriptor.Detection detect,
		LeaseStoreFactory factory) implements LeaseStoreDescriptor {

	TestStores(String name, Reach reach, Detection detect) {
		this(name, reach, detect, new InMemoryLeaseStoreFactory(WallClock.system()));
	}

	static LeaseStoreDescriptor over(Reach reach, LeaseStore store) {
		InMemoryLeaseStoreFactory factory = new InMemoryLeaseStoreFactory(WallClock.system());
		return new TestStores("test", reach, Detection.configured("test"), new LeaseStoreFactory() {

			@Override
			public StoreTraits traits() {
				return factory.traits();
			}

			@Override
			public LeaseStore open() {
				return store;
			}

		});
	}

	static LeaseStoreDescriptor local() {
		return new TestStores("local", Reach.MACHINE, Detection.none("used if nothing else is found"));
	}

	static LeaseStoreDescriptor detected(String name) {
		return new TestStores(name, Reach.SHARED, Detection.detected("a client of " + name));
	}

	static LeaseStoreDescriptor configured(String name) {
		return new TestStores(name, Reach.SHARED, Detection.configured("leader-election." + name + ".url"));
	}

}
