/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Servers on free loopback ports, as child processes, and a proxy that simulates network
 * faults.
 */
@NullMarked
package io.leaderelection.servers;

import org.jspecify.annotations.NullMarked;
