/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A store over Redis: one hash for each election, one script call for each batch.
 */
@NullMarked
package io.leaderelection.store.redis;

import org.jspecify.annotations.NullMarked;
