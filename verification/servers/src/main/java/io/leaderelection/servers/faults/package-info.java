/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Faults that every store must bear, as contracts: tests that each store's module
 * inherits, with engines on the clock of this machine and real servers.
 */
@NullMarked
package io.leaderelection.servers.faults;

import org.jspecify.annotations.NullMarked;
