/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Checks the histories of a run against the guarantees, and draws the run.
 */
@NullMarked
package io.leaderelection.chaos.check;

import org.jspecify.annotations.NullMarked;
