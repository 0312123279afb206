/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Figures that are no distribution.
 *
 * @param of what they are of
 * @param text the figures
 */
record Facts(String of, String text) {
}
