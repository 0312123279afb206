/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The only access to time and scheduling. All other code receives these types, so that
 * tests can control time.
 */
@NullMarked
package io.leaderelection.time;

import org.jspecify.annotations.NullMarked;
