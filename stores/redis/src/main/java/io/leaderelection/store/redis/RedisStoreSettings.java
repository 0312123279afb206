/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

/**
 * The settings of a user.
 *
 * @param keyPrefix begins the names of all keys and channels
 * @param assumeFresh whether an absent record proves that there never was one
 * @param waitReplicas how many replicas must confirm a grant or a renewal
 */
record RedisStoreSettings(String keyPrefix, boolean assumeFresh, int waitReplicas) {

}
