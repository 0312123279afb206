/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Numbers invoices for all instances. It does not trust the election: each write brings
 * its fencing token, and one older than the newest the ledger has seen is refused and
 * noted. Safe for use by several threads.
 */
public interface Ledger {

	/**
	 * Writes the next entry, unless there is one for the tick: a job that is begun again
	 * after its leader died may have written it before. Then it notes the repeat.
	 * @param fencingToken the token of the writer's term
	 * @param instance who writes
	 * @param tick the tick of the schedule that it is written for, or {@code null}
	 * @return the entry
	 * @throws StaleTokenException if the ledger has seen a newer token
	 * @throws RuntimeException if the ledger cannot be read or written; it is not damaged
	 * by that
	 */
	LedgerEntry append(long fencingToken, String instance, @Nullable Instant tick);

	/**
	 * All entries.
	 * @return the entries, oldest first
	 */
	List<LedgerEntry> entries();

	/**
	 * The newest entries.
	 * @param count how many at most
	 * @return the entries, newest first
	 */
	List<LedgerEntry> latest(int count);

	/**
	 * All ticks that a job ran for again.
	 * @return the repeats, in no order to rely on
	 */
	List<Repeat> repeats();

	/**
	 * All refused writes.
	 * @return the rejections, oldest first
	 */
	List<Rejection> rejections();

}
