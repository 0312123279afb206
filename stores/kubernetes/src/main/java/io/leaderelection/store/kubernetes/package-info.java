/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for Kubernetes: one Lease object for each election, whose resource version
 * guards every write.
 */
@NullMarked
package io.leaderelection.store.kubernetes;

import org.jspecify.annotations.NullMarked;
