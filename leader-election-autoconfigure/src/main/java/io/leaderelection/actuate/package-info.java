/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Leadership in actuator endpoints and health.
 */
@NullMarked
package io.leaderelection.actuate;

import org.jspecify.annotations.NullMarked;
