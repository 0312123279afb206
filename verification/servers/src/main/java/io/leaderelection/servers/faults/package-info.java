/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Tests of faults that every store must survive, as contracts: each store's module
 * inherits them, with engines on the real clock and real servers.
 */
@NullMarked
package io.leaderelection.servers.faults;

import org.jspecify.annotations.NullMarked;
