/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The calls of an engine to its store: commands of all elections in batches, on threads
 * that may block, their timeouts, and listeners of calls.
 */
@NullMarked
package io.leaderelection.calls;

import org.jspecify.annotations.NullMarked;
