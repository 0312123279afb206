/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The only door to time and scheduling. Everything else takes these as collaborators, so
 * that tests step time by hand.
 */
@NullMarked
package io.leaderelection.time;

import org.jspecify.annotations.NullMarked;
