/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.store.LeaseStoreFactory;

/**
 * The store that was chosen.
 *
 * @param factory opens it
 * @param reach who can take part
 */
record ResolvedStore(LeaseStoreFactory factory, LeaseStoreDescriptor.Reach reach) {
}
