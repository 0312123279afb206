/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * How fast bids bring many elections into an even spread, and a preferred instance back
 * to leadership. Candidates are plain engines in small processes of their own, each
 * behind a proxy that counts.
 */
@NullMarked
package io.leaderelection.benchmarks.distribution;

import org.jspecify.annotations.NullMarked;
