/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

/**
 * The settings of the store.
 *
 * @param keyPrefix the prefix of all keys and channels
 * @param assumeFresh whether a missing record is treated as never written
 * @param waitReplicas how many replicas must confirm a grant or a renewal
 */
record RedisStoreSettings(String keyPrefix, boolean assumeFresh, int waitReplicas) {

}
