/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

/**
 * The reason why a method cannot be guarded.
 *
 * @param why what is wrong, as a continuation of "it"
 * @param action how to fix it
 */
public record Refusal(String why, String action) {

}
