/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.store.ElectionKey;

/**
 * The names of keys and channels. All records of a namespace have the same hash tag and
 * are therefore in one slot of a cluster.
 */
final class RedisKeys {

	private final String prefix;

	RedisKeys(String prefix) {
		this.prefix = prefix;
	}

	/** Returns the key of a record. */
	String record(ElectionKey key) {
		return channel(key.namespace()) + ":" + key.election();
	}

	/** Returns the channel on which the releases of a namespace are published. */
	String channel(String namespace) {
		// A brace would end the hash tag, and two namespaces could get the same key
		return this.prefix + "{" + namespace.replace("%", "%25").replace("{", "%7B").replace("}", "%7D") + "}";
	}

}
