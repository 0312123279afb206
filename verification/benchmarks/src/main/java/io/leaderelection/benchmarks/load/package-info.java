/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Measures the load of many elections and many processes on their store, during normal
 * operation and after its restart. Candidates are plain engines in small separate
 * processes, each behind a proxy that counts.
 */
@NullMarked
package io.leaderelection.benchmarks.load;

import org.jspecify.annotations.NullMarked;
