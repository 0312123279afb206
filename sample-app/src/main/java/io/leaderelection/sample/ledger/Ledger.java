/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Numbers invoices for all instances. It does not rely on the election: each write
 * carries its fencing token, and the ledger refuses and records a write whose token is
 * older than the newest it has seen. Thread-safe.
 */
public interface Ledger {

	/**
	 * Writes the next entry, unless there is one for the tick: a job that is run again
	 * after its leader died may have written it before. In that case, records the repeat.
	 * @param fencingToken the token of the writer's term
	 * @param instance the id of the writer
	 * @param tick the tick that the entry belongs to, or {@code null}
	 * @return the entry
	 * @throws StaleTokenException if the ledger has seen a newer token
	 * @throws RuntimeException if the ledger cannot be read or written; the ledger is not
	 * damaged
	 */
	LedgerEntry append(long fencingToken, String instance, @Nullable Instant tick);

	/**
	 * Returns all entries.
	 * @return the entries, oldest first
	 */
	List<LedgerEntry> entries();

	/**
	 * Returns the newest entries.
	 * @param count the maximum number of entries
	 * @return the entries, newest first
	 */
	List<LedgerEntry> latest(int count);

	/**
	 * Returns all ticks that a job has run for again.
	 * @return the repeats, in no particular order
	 */
	List<Repeat> repeats();

	/**
	 * Returns all refused writes.
	 * @return the rejections, oldest first
	 */
	List<Rejection> rejections();

}
