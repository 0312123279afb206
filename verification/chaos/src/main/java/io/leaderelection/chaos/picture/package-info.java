/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Draws a run.
 */
@NullMarked
package io.leaderelection.chaos.picture;

import org.jspecify.annotations.NullMarked;
