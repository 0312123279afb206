/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for Amazon DynamoDB: one item for each election, replaced by conditional
 * writes.
 */
@NullMarked
package io.leaderelection.store.dynamodb;

import org.jspecify.annotations.NullMarked;
