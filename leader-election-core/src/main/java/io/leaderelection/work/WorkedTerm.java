/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.Leadership;
import io.leaderelection.store.StoredTerm;

/**
 * A term, for its guarded calls and tasks.
 */
interface WorkedTerm extends Leadership, StoredTerm.Bearer, LibraryNotes.Bearer {

	/** The log, which is written on another thread. */
	LaterLog log();

	/** A guarded call or task has ended. */
	void leave(PendingWork.Entry entry);

	/**
	 * Replaces an entry by another.
	 * @return whether the former was interrupted
	 */
	boolean replace(PendingWork.Entry former, PendingWork.Entry latter);

	/** Interrupts one call that has not ended, once. */
	void interrupt(PendingWork.Entry entry);

	/** Interrupts one call that has not ended, even if it was interrupted before. */
	void interruptAgain(PendingWork.Entry entry);

}
