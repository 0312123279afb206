/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The engine: joins and leaves elections, runs the protocol of each on one loop, and
 * calls the store on a few threads.
 */
@NullMarked
package io.leaderelection.engine;

import org.jspecify.annotations.NullMarked;
