/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Transactions inside guarded work. Internal.
 */
@NullMarked
package io.leaderelection.guard.transaction;

import org.jspecify.annotations.NullMarked;
