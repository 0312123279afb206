/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Fenced transactions: a transaction is committed only if the term in which it began is
 * still the latest one. Requires Spring's transaction support.
 * <p>
 * Immediately before the commit, after all writes are flushed, the transaction takes a
 * share lock on the row of its election in {@code leader_fence} and compares token and
 * nonce with its own term. Only a new grant writes this row, and locks it first.
 * Therefore no other candidate can acquire the election between the comparison and the
 * end of the transaction.
 */
@NullMarked
package io.leaderelection.store.jdbc.fence;

import org.jspecify.annotations.NullMarked;
