/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

/**
 * Why a method cannot be guarded.
 *
 * @param why what is wrong with it, to follow "it"
 * @param action how to mend it
 */
public record Refusal(String why, String action) {

}
