/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;

/**
 * Opens the store over etcd, 3.4 or later. Make one with {@link #builder(EtcdTarget)}.
 */
public final class EtcdLeaseStoreFactory implements LeaseStoreFactory {

	/**
	 * With its usual settings etcd keeps a lease for two seconds, though asked for one.
	 */
	private static final StoreTraits TRAITS = new StoreTraits("etcd", StoreTraits.Clock.OBSERVER, Duration.ofSeconds(2),
			Duration.ofDays(365), true, true, true, true);

	private final EtcdTarget target;

	private final String keyPrefix;

	private final Ticker ticker;

	private EtcdLeaseStoreFactory(EtcdTarget target, String keyPrefix, Ticker ticker) {
		this.target = target;
		this.keyPrefix = keyPrefix;
		this.ticker = ticker;
	}

	/**
	 * Begins a factory.
	 * @param target the etcd to use
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(EtcdTarget target) {
		return new Builder(target);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store. Does not wait for etcd: what cannot be reached is tried again at
	 * every call.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return new EtcdLeaseStore(this.target, this.keyPrefix, this.ticker, TimeSystem.system());
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private final EtcdTarget target;

		private String keyPrefix = "leader-election/";

		private Ticker ticker = Ticker.system();

		private Builder(EtcdTarget target) {
			this.target = target;
		}

		/**
		 * Begins the names of all keys.
		 * @param keyPrefix the prefix; the default is {@code leader-election/}
		 * @return this
		 * @throws IllegalArgumentException if it is empty or has control characters
		 */
		public Builder keyPrefix(String keyPrefix) {
			if (keyPrefix.isBlank() || keyPrefix.chars().anyMatch(Character::isISOControl)) {
				throw new IllegalArgumentException(
						"The key prefix is empty or has control characters. Use one such as leader-election/");
			}
			this.keyPrefix = keyPrefix;
			return this;
		}

		/**
		 * Sets the ticker by which this candidate counts how long ago it saw a record
		 * change, for tests.
		 * @param ticker the ticker; the default is that of the system
		 * @return this
		 */
		public Builder ticker(Ticker ticker) {
			this.ticker = ticker;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 */
		public EtcdLeaseStoreFactory build() {
			return new EtcdLeaseStoreFactory(this.target, this.keyPrefix, this.ticker);
		}

	}

}
