/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Performs a run: starts instances, injects faults, and waits for the end.
 */
@NullMarked
package io.leaderelection.chaos.run;

import org.jspecify.annotations.NullMarked;
