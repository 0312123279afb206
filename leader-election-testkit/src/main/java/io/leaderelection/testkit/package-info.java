/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * For tests: time that is stepped by hand, a store in memory, a store that fails on
 * command, and the contract every store must keep.
 */
@NullMarked
package io.leaderelection.testkit;

import org.jspecify.annotations.NullMarked;
