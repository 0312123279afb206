/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The API for users of leader election: elections, the term of a leader, and its events.
 * <p>
 * A lease alone cannot guarantee that two processes never act at once: a process may be
 * paused between checking that it leads and acting on the answer. Protect effects that
 * must not happen twice with the {@linkplain Leadership#fencingToken() fencing token}.
 */
@NullMarked
package io.leaderelection;

import org.jspecify.annotations.NullMarked;
