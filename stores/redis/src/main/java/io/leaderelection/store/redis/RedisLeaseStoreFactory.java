/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Factory of the store over Redis 6.2 or later. Use {@link #builder(RedisTarget)} to
 * create one.
 */
public final class RedisLeaseStoreFactory implements LeaseStoreFactory {

	private static final Logger logger = LoggerFactory.getLogger(RedisLeaseStoreFactory.class);

	private static final StoreTraits TRAITS = new StoreTraits("redis", StoreTraits.Clock.STORE, Duration.ofMillis(1),
			Duration.ofDays(365), false, false, true, true);

	private final RedisTarget target;

	private final RedisStoreSettings settings;

	private RedisLeaseStoreFactory(RedisTarget target, RedisStoreSettings settings) {
		this.target = target;
		this.settings = settings;
	}

	/**
	 * Returns a builder with default settings.
	 * @param target the address of Redis
	 * @return the builder
	 */
	public static Builder builder(RedisTarget target) {
		return new Builder(target);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store. Does not wait for Redis: each call connects again if there is no
	 * connection.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		if (this.settings.waitReplicas() == 0 && this.target.failsOver()) {
			logger.info("Redis at {} fails over to replicas, and leader-election.redis.wait-replicas is 0: a term "
					+ "counts before any replica has it. After a failover two instances may lead, and while a partition "
					+ "isolates the old primary they do so until it ends. Set the property to 1 or more", this.target);
		}
		return new RedisLeaseStore(this.target, this.settings, LeaseScript::resource, TimeSystem.system());
	}

	/**
	 * Builder of a {@link RedisLeaseStoreFactory}.
	 */
	public static final class Builder {

		private static final int MAX_PREFIX = 255;

		private final RedisTarget target;

		private String keyPrefix = "leader-election:";

		private boolean assumeFresh;

		private int waitReplicas;

		private Builder(RedisTarget target) {
			this.target = target;
		}

		/**
		 * Sets the prefix of all keys and channels.
		 * @param keyPrefix the prefix, without braces; the default is
		 * {@code leader-election:}
		 * @return this
		 * @throws IllegalArgumentException if it has braces or control characters, or
		 * more than 255 characters
		 */
		public Builder keyPrefix(String keyPrefix) {
			if (keyPrefix.length() > MAX_PREFIX || keyPrefix.chars().anyMatch(Character::isISOControl)) {
				throw new IllegalArgumentException("The key prefix has control characters, or more than " + MAX_PREFIX
						+ " characters. Use a short one of printable characters");
			}
			if (keyPrefix.contains("{") || keyPrefix.contains("}")) {
				throw new IllegalArgumentException("The key prefix '" + keyPrefix
						+ "' has braces, which would decide the slot of a cluster. Use one without { and }");
			}
			this.keyPrefix = keyPrefix;
			return this;
		}

		/**
		 * Sets whether a missing record is treated as never written. By default it is
		 * not: a server that has been up for less than a lease may have lost the record,
		 * and a new leader waits for the rest of that lease.
		 * @param assumeFresh {@code true} for tests and demonstrations
		 * @return this
		 */
		public Builder assumeFresh(boolean assumeFresh) {
			this.assumeFresh = assumeFresh;
			return this;
		}

		/**
		 * Sets how many replicas must confirm a grant or a renewal. If fewer confirm it
		 * in time, its outcome is unknown.
		 * @param waitReplicas the number of replicas; 0, the default, waits for none
		 * @return this
		 * @throws IllegalArgumentException if it is negative
		 */
		public Builder waitReplicas(int waitReplicas) {
			if (waitReplicas < 0) {
				throw new IllegalArgumentException(
						"The number of replicas to wait for is " + waitReplicas + ". Use 0 or more");
			}
			this.waitReplicas = waitReplicas;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 */
		public RedisLeaseStoreFactory build() {
			return new RedisLeaseStoreFactory(this.target,
					new RedisStoreSettings(this.keyPrefix, this.assumeFresh, this.waitReplicas));
		}

	}

}
