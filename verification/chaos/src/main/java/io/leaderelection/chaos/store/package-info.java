/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The stores under test, with their servers.
 */
@NullMarked
package io.leaderelection.chaos.store;

import org.jspecify.annotations.NullMarked;
