/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Measures how fast bids balance many elections, and how fast a preferred instance leads
 * again. Candidates are plain engines in small separate processes, each behind a proxy
 * that counts.
 */
@NullMarked
package io.leaderelection.benchmarks.distribution;

import org.jspecify.annotations.NullMarked;
