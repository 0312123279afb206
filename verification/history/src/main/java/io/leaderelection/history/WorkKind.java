/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.Locale;

/**
 * The kinds of guarded work.
 */
public enum WorkKind {

	/**
	 * A guarded call, which a handover waits for and a loss interrupts.
	 */
	CALL,

	/**
	 * The task of a whole term, which a handover interrupts as well.
	 */
	TASK,

	/**
	 * A scheduled job that runs once per tick. A handover waits for it, and a loss
	 * interrupts it.
	 */
	TICK,

	/** Work that is done once for all instances, in an election of its own. */
	ONCE;

	/**
	 * Returns the name as it is written in a history.
	 * @return the name in lower case
	 */
	public String text() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Parses the name that {@link #text()} returns.
	 * @param text the name in lower case
	 * @return the kind
	 * @throws IllegalArgumentException if no kind has that name
	 */
	public static WorkKind of(String text) {
		for (WorkKind kind : values()) {
			if (kind.text().equals(text)) {
				return kind;
			}
		}
		throw new IllegalArgumentException("Not a kind of work: '" + text + "'");
	}

}
