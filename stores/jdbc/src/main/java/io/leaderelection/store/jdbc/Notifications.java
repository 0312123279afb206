/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStore;

/**
 * Source of the store's notifications.
 */
interface Notifications extends AutoCloseable {

	/** For a database without notifications. */
	Notifications NONE = (namespace, listener) -> LeaseStore.Watch.NONE;

	LeaseStore.Watch watch(String namespace, LeaseStore.NotificationListener listener);

	@Override
	default void close() {
	}

}
