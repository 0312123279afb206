/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Benchmarks of this library. They are not tests: figures depend on the machine, and are
 * compared with a reference measured in the same run.
 */
@NullMarked
package io.leaderelection.benchmarks;

import org.jspecify.annotations.NullMarked;
