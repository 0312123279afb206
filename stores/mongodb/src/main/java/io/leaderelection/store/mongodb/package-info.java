/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for MongoDB: one document for each election, replaced by conditional
 * writes.
 */
@NullMarked
package io.leaderelection.store.mongodb;

import org.jspecify.annotations.NullMarked;
