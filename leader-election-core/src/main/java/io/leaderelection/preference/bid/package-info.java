/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Bids by priority and for an even spread: they decide which elections an instance
 * prefers to lead, and to which instance it hands over. Pure: no threads, clocks or I/O.
 */
@NullMarked
package io.leaderelection.preference.bid;

import org.jspecify.annotations.NullMarked;
