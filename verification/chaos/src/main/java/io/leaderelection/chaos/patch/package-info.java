/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Production classes with a mistake put in, to see whether it is noticed.
 */
@NullMarked
package io.leaderelection.chaos.patch;

import org.jspecify.annotations.NullMarked;
