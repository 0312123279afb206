/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The contract of a store for elections. The contract suite of the testkit checks
 * implementations.
 */
@NullMarked
package io.leaderelection.store;

import org.jspecify.annotations.NullMarked;
