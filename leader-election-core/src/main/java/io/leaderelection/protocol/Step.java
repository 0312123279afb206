/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A step of a state machine: a term that begins is there before the standing is
 * published, and lost work is interrupted before anything that takes time.
 *
 * @param begun the term that begins, or {@code null}
 * @param standing the state to publish
 * @param interrupted the term whose work is interrupted, or {@code null}
 * @param effects all effects in order, these two among them
 */
public record Step(Effect.@Nullable Grant begun, Standing standing, Effect.@Nullable Interrupt interrupted,
		List<Effect> effects) {
}
