/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStore;

/**
 * Where hints come from.
 */
interface Hints extends AutoCloseable {

	/** A database that gives none. */
	Hints NONE = (namespace, listener) -> LeaseStore.Watch.NONE;

	LeaseStore.Watch watch(String namespace, LeaseStore.HintListener listener);

	@Override
	default void close() {
	}

}
