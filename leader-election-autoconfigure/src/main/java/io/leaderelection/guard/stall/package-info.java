/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Makes an instance step down when a guarded call takes too long.
 */
@NullMarked
package io.leaderelection.guard.stall;

import org.jspecify.annotations.NullMarked;
