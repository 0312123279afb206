/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Pictures of runs, for light and dark pages.
 */
@NullMarked
package io.leaderelection.servers.drawing;

import org.jspecify.annotations.NullMarked;
