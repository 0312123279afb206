/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What many elections and many processes ask of their store, and what they do to it when
 * it comes back from a restart. Candidates are plain engines in small processes of their
 * own, each behind a proxy that counts.
 */
@NullMarked
package io.leaderelection.benchmarks.load;

import org.jspecify.annotations.NullMarked;
