/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Production classes with a deliberate mistake, to verify that the checks find it.
 */
@NullMarked
package io.leaderelection.chaos.patch;

import org.jspecify.annotations.NullMarked;
