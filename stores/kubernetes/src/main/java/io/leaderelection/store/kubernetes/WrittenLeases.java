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
 * The objects of terms that this instance holds, as they were after its last write: a
 * renewal then needs no look before. Safe to use from any thread.
 */
final class WrittenLeases {

	private final Map<ElectionKey, Lease> leases = new ConcurrentHashMap<>();

	@Nullable Lease get(ElectionKey key) {
		return this.leases.get(key);
	}

	void put(ElectionKey key, Lease lease) {
		this.leases.put(key, lease);
	}

	void remove(ElectionKey key) {
		this.leases.remove(key);
	}

}
