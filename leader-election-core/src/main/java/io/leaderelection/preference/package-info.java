/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Bids for elections that this instance prefers to lead, as actors beside the candidates
 * of an engine. Their decisions are in {@link io.leaderelection.preference.bid}. The
 * engine does not know this package.
 */
@NullMarked
package io.leaderelection.preference;

import org.jspecify.annotations.NullMarked;
