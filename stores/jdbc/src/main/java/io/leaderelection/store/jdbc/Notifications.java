/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStore;

/**
 * Where notifications come from.
 */
interface Notifications extends AutoCloseable {

	/** A database that gives none. */
	Notifications NONE = (namespace, listener) -> LeaseStore.Watch.NONE;

	LeaseStore.Watch watch(String namespace, LeaseStore.NotificationListener listener);

	@Override
	default void close() {
	}

}
