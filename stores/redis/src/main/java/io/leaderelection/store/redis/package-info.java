/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store over Redis, with one hash for each election and one script call for each
 * batch of commands.
 */
@NullMarked
package io.leaderelection.store.redis;

import org.jspecify.annotations.NullMarked;
