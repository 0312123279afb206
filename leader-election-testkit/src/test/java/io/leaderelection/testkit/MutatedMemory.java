/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.WallClock;

/**
 * The contract on a mutant, run by {@link InMemoryLeaseStoreMutationTests}. Only the
 * tagged tests run, which delete records and damage none.
 */
final class MutatedMemory extends InMemoryLeaseStoreTests {

	static ClassLoader classes;

	private final LeaseStoreFactory mutant = load(this.time.wallClock());

	private static LeaseStoreFactory load(WallClock clock) {
		try {
			return (LeaseStoreFactory) classes.loadClass(InMemoryLeaseStoreFactory.class.getName())
				.getConstructor(WallClock.class)
				.newInstance(clock);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	protected LeaseStore open() {
		return this.mutant.open();
	}

	@Override
	protected StoreTraits traits() {
		return this.mutant.traits();
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		try {
			this.mutant.getClass().getMethod("deleteRecord", ElectionKey.class).invoke(this.mutant, key);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
