/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * For tests: what a store must bear out when leadership is handed over or lost, with real
 * engines, real time, and work that takes its time to stop.
 */
@NullMarked
package io.leaderelection.testkit.handover;

import org.jspecify.annotations.NullMarked;
