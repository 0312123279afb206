/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.store.LeaseStoreFactory;

/**
 * The chosen store.
 *
 * @param factory opens the store
 * @param reach which instances can contend
 */
record ResolvedStore(LeaseStoreFactory factory, LeaseStoreDescriptor.Reach reach) {
}
