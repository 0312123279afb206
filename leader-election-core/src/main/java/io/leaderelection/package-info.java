/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The API that a user of leader election sees: elections, the term of a leader, and its
 * events.
 * <p>
 * No lease can promise on its own that two processes never act at once: a process may be
 * paused between asking whether it leads and acting on the answer. Effects that must not
 * happen twice have to be protected by the {@linkplain Leadership#fencingToken() fencing
 * token}.
 */
@NullMarked
package io.leaderelection;

import org.jspecify.annotations.NullMarked;
