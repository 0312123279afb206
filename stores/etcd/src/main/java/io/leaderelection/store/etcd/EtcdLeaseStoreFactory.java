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
 * Factory for the etcd store. Requires etcd 3.4 or later. Create one with
 * {@link #builder(EtcdTarget)}.
 */
public final class EtcdLeaseStoreFactory implements LeaseStoreFactory {

	/**
	 * With default settings etcd grants at least two seconds, even if one is requested.
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
	 * Creates a builder.
	 * @param target the etcd cluster to use
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
	 * Opens the store. Does not wait for etcd: an endpoint that cannot be reached is
	 * tried again with every call.
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
		 * Sets the prefix of all key names.
		 * @param keyPrefix the prefix; the default is {@code leader-election/}
		 * @return this
		 * @throws IllegalArgumentException if the prefix is blank or contains control
		 * characters
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
		 * Sets the ticker that measures how long ago this candidate saw a record change,
		 * for tests.
		 * @param ticker the ticker; the default is the system's
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
