/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Faults, one class for each sort.
 */
@NullMarked
package io.leaderelection.chaos.fault;

import org.jspecify.annotations.NullMarked;
