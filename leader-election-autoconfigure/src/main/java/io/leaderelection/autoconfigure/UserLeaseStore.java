/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;

/**
 * A store that is a bean of the application: the context closes it, not the engine.
 */
final class UserLeaseStore implements LeaseStoreFactory {

	private final LeaseStore bean;

	private final StoreTraits traits;

	UserLeaseStore(LeaseStore bean, @Nullable StoreTraits traits) {
		this.bean = bean;
		this.traits = (traits != null) ? traits : new StoreTraits("custom", StoreTraits.Clock.STORE,
				Duration.ofMillis(1), Duration.ofDays(365), false, false, false, false);
	}

	@Override
	public StoreTraits traits() {
		return this.traits;
	}

	@Override
	public LeaseStore open() {
		LeaseStore bean = this.bean;
		return new LeaseStore() {

			@Override
			public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
				return bean.acquire(batch, timeout);
			}

			@Override
			public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
				return bean.renew(batch, timeout);
			}

			@Override
			public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
				return bean.release(batch, timeout);
			}

			@Override
			public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
				return bean.observe(batch, timeout);
			}

			@Override
			public Watch watch(String namespace, HintListener listener) {
				return bean.watch(namespace, listener);
			}

		};
	}

}
