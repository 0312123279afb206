/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.time;

/**
 * A reading of both clocks.
 *
 * @param ticker the ticker in nanoseconds
 * @param wall the wall clock in milliseconds
 */
public record Moment(long ticker, long wall) {
}
