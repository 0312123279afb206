/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * For tests: the contract of a store when leadership is handed over or lost, with real
 * engines, real time, and work that stops slowly.
 */
@NullMarked
package io.leaderelection.servers.handover;

import org.jspecify.annotations.NullMarked;
