/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.history.CallHistory;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;

/**
 * Records each call to the store of an application. A call that throws has no outcome. If
 * there is no memory to record it, it throws, too: a command is never sent without a
 * record, nor an outcome used.
 *
 * @param store the store
 * @param calls the history of the calls
 */
record RecordedStore(LeaseStore store, CallHistory calls) implements LeaseStore {

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return recorded(batch, () -> this.store.acquire(batch, timeout));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return recorded(batch, () -> this.store.renew(batch, timeout));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return recorded(batch, () -> this.store.release(batch, timeout));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return recorded(batch.stream().map(Observe::new).toList(), () -> this.store.observe(batch, timeout));
	}

	private <O extends Outcome> List<O> recorded(List<? extends Command> commands, Supplier<List<O>> call) {
		long first = this.calls.invoked(System.nanoTime(), commands);
		List<O> outcomes = call.get();
		this.calls.returned(System.nanoTime(), first, outcomes);
		return outcomes;
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.store.watch(namespace, listener);
	}

	@Override
	public void close() {
		this.store.close();
	}

	/**
	 * The kind of a store whose calls are recorded.
	 *
	 * @param descriptor the kind
	 * @param calls the history of the calls
	 */
	record Descriptor(LeaseStoreDescriptor descriptor, CallHistory calls) implements LeaseStoreDescriptor {

		@Override
		public String name() {
			return this.descriptor.name();
		}

		@Override
		public Reach reach() {
			return this.descriptor.reach();
		}

		@Override
		public Detection detect() {
			return this.descriptor.detect();
		}

		@Override
		public LeaseStoreFactory factory() {
			LeaseStoreFactory factory = this.descriptor.factory();
			return new LeaseStoreFactory() {

				@Override
				public StoreTraits traits() {
					return factory.traits();
				}

				@Override
				public LeaseStore open() {
					return new RecordedStore(factory.open(), Descriptor.this.calls);
				}

			};
		}

	}

}
