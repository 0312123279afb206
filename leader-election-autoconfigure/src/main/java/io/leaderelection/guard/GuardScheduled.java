/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Locale;

/**
 * Guards {@code @Scheduled} methods that carry no annotation of leader election.
 */
public enum GuardScheduled {

	/**
	 * Nothing: they run on every instance.
	 */
	NONE,

	/**
	 * The default election: they run on its leader only.
	 */
	LEADER,

	/**
	 * The default election, and those with a cron expression run once per tick.
	 */
	ONCE_PER_TICK;

	/**
	 * Returns the value as a configuration file has it.
	 * @return such as {@code once-per-tick}
	 */
	public String value() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
