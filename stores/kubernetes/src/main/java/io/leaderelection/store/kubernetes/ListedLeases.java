/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * Objects that were listed together.
 */
final class ListedLeases {

	private final LeaseNames names;

	private final Map<String, Lease> leases;

	ListedLeases(LeaseNames names, Map<String, Lease> leases) {
		this.names = names;
		this.leases = leases;
	}

	/** The object, or {@code null} if it was not listed, which proves nothing. */
	@Nullable Lease get(ElectionKey key) {
		return this.leases.isEmpty() ? null : this.leases.get(this.names.of(key));
	}

}
