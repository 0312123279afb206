/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Instances of the sample: their processes, clocks, networks and leadership.
 */
@NullMarked
package io.leaderelection.chaos.instance;

import org.jspecify.annotations.NullMarked;
