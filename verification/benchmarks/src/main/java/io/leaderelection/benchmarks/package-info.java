/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What this library costs. Nothing here is a test: figures depend on the machine, and are
 * compared with something measured in the same run.
 */
@NullMarked
package io.leaderelection.benchmarks;

import org.jspecify.annotations.NullMarked;
