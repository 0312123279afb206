/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * For tests: manual time, a store in memory, a store with injected faults, and the
 * contract of every store.
 */
@NullMarked
package io.leaderelection.testkit;

import org.jspecify.annotations.NullMarked;
