/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Runs the production protocol through seeded schedules of faults against a model store,
 * and checks invariants at every event. Each schedule runs on one thread, without real
 * time.
 */
@NullMarked
package io.leaderelection.simulation;

import org.jspecify.annotations.NullMarked;
