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
	void leave(PiecesOfWork.Piece piece);

	/**
	 * One piece goes on in the other's stead.
	 * @return whether the former was interrupted
	 */
	boolean replace(PiecesOfWork.Piece former, PiecesOfWork.Piece latter);

	/** Interrupts one call that has not ended, once. */
	void interrupt(PiecesOfWork.Piece piece);

	/** As {@link #interrupt(PiecesOfWork.Piece)}, also if it was before. */
	void interruptAgain(PiecesOfWork.Piece piece);

}
