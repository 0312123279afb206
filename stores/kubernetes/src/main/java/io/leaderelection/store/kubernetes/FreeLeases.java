/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a watch has shown to be free. An acquire that follows such a notification
 * needs no read, because the resource version guards its write. Thread-safe.
 */
final class FreeLeases {

	private static final int MAX_SIZE = 2000;

	private final Map<ElectionKey, Lease> leases = new ConcurrentHashMap<>();

	void put(ElectionKey key, Lease lease) {
		if (this.leases.size() < MAX_SIZE) {
			this.leases.put(key, lease);
		}
	}

	void remove(ElectionKey key) {
		this.leases.remove(key);
	}

	/** Removes and returns the object, or {@code null} if there is none. */
	@Nullable Lease take(ElectionKey key) {
		return this.leases.remove(key);
	}

}
