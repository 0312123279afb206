/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of fenced transactions, for all stores that use
 * {@code leader_fence}.
 */
@NullMarked
package io.leaderelection.store.jdbc.fence.autoconfigure;

import org.jspecify.annotations.NullMarked;
