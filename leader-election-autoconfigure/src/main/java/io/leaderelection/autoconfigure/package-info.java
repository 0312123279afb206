/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of leader election: properties, choice of the store, lifecycle and
 * failure analysis.
 */
@NullMarked
package io.leaderelection.autoconfigure;

import org.jspecify.annotations.NullMarked;
