/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Leadership as meters.
 */
@NullMarked
package io.leaderelection.micrometer;

import org.jspecify.annotations.NullMarked;
