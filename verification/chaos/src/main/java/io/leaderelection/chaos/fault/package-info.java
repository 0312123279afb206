/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The faults, one class for each kind.
 */
@NullMarked
package io.leaderelection.chaos.fault;

import org.jspecify.annotations.NullMarked;
