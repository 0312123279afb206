/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Measures the starter over real stores. Instances are applications in processes of their
 * own, which sample themselves whether they lead.
 */
@NullMarked
package io.leaderelection.benchmarks.store;

import org.jspecify.annotations.NullMarked;
