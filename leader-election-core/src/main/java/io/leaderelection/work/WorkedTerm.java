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

	/** Returns the election of the term. */
	TermOwner owner();

	/** A call has ended. */
	void leave(Call call);

	/**
	 * Replaces a call by another.
	 * @return whether the former was interrupted
	 */
	boolean replace(Call former, Call latter);

	/** Interrupts one call that has not ended. */
	void interrupt(Call call);

}
