/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Guards each call by the partition of its key.
 */
@NullMarked
package io.leaderelection.guard.partition;

import org.jspecify.annotations.NullMarked;
