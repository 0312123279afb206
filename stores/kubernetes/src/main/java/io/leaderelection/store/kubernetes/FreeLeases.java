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
 * Objects that a watch has shown to be free: who asks for a term after that notification
 * needs no look before, and is guarded by the resource version as ever. Safe to use from
 * any thread.
 */
final class FreeLeases {

	private static final int MOST = 2000;

	private final Map<ElectionKey, Lease> leases = new ConcurrentHashMap<>();

	void put(ElectionKey key, Lease lease) {
		if (this.leases.size() < MOST) {
			this.leases.put(key, lease);
		}
	}

	void remove(ElectionKey key) {
		this.leases.remove(key);
	}

	/** The object, to be used once, or {@code null}. */
	@Nullable Lease take(ElectionKey key) {
		return this.leases.remove(key);
	}

}
