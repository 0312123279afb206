/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Fenced transactions: what a transaction wrote is committed only if the term under which
 * it began is still the latest one. Needs Spring's transaction support.
 * <p>
 * Right before the commit, after everything was flushed, the transaction takes a share
 * lock on the row of its election in {@code leader_fence} and compares token and nonce
 * with its own term. Only a new grant writes that row, and it locks it first; so from the
 * comparison to the end of the transaction nobody else can be granted the election.
 */
@NullMarked
package io.leaderelection.store.jdbc.fence;

import org.jspecify.annotations.NullMarked;
