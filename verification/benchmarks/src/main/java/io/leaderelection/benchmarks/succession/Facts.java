/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Figures that are not a distribution.
 *
 * @param of the subject
 * @param text the figures
 */
record Facts(String of, String text) {
}
