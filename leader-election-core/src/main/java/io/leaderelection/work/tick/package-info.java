/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The rules by which a scheduled job runs once per tick: pure, without threads, clocks or
 * store calls. The code that connects them to a scheduler, like the simulator, runs the
 * steps of a call in order.
 */
@NullMarked
package io.leaderelection.work.tick;

import org.jspecify.annotations.NullMarked;
