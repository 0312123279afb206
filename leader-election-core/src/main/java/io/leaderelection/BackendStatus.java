/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The store of the elections, and the time of its last answer.
 *
 * @param type the name of the store, such as {@code local} or {@code redis}
 * @param lastContact when it last gave a definite answer about an election, or
 * {@code null} if never
 */
public record BackendStatus(String type, @Nullable Instant lastContact) {
}
