/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Events for listeners, callbacks of stages and messages of the log: delivered in order,
 * on threads that may block, off the loop of the engine. The types here are for the
 * engine and for the work of terms; applications implement
 * {@link io.leaderelection.LeadershipListener}.
 */
@NullMarked
package io.leaderelection.delivery;

import org.jspecify.annotations.NullMarked;
