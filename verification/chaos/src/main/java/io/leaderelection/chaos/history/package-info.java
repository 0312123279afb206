/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The files that processes and the fault injector write during a run, and their readers.
 */
@NullMarked
package io.leaderelection.chaos.history;

import org.jspecify.annotations.NullMarked;
