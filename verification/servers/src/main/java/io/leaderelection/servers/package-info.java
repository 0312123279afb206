/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Servers on free loopback ports, as processes that belong to whoever started them, and a
 * proxy that makes the faults of a network.
 */
@NullMarked
package io.leaderelection.servers;

import org.jspecify.annotations.NullMarked;
