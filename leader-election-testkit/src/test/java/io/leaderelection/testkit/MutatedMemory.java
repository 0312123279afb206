/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.WallClock;

/**
 * The contract on a mutant, run by {@link InMemoryLeaseStoreMutationTests}. Only the
 * tagged tests run, which damage no records.
 */
final class MutatedMemory extends LeaseStoreContract {

	static ClassLoader classes;

	private final ManualTime time = new ManualTime();

	private final LeaseStoreFactory memory = load(this.time.wallClock());

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
		return this.memory.open();
	}

	@Override
	protected StoreTraits traits() {
		return this.memory.traits();
	}

	@Override
	protected void elapse(Duration duration) {
		this.time.advance(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		throw new UnsupportedOperationException();
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	protected StoreOpening opening() {
		throw new UnsupportedOperationException();
	}

}
