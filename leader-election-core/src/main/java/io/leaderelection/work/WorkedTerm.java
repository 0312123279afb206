/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.Leadership;
import io.leaderelection.store.StoredTerm;

/**
 * A term as its guarded calls and tasks see it.
 */
interface WorkedTerm extends Leadership, StoredTerm.Bearer, LibraryNotes.Bearer {

	/** A guarded call or task has ended. */
	void leave(PendingWork.Piece piece);

	/**
	 * One piece goes on in the other's stead.
	 * @return whether the former was interrupted
	 */
	boolean replace(PendingWork.Piece former, PendingWork.Piece latter);

	/** Interrupts one call that has not ended, once. */
	void interrupt(PendingWork.Piece piece);

	/** As {@link #interrupt(PendingWork.Piece)}, also if it was before. */
	void interruptAgain(PendingWork.Piece piece);

}
