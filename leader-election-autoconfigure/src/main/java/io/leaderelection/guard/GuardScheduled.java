/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Locale;

/**
 * Selects which {@code @Scheduled} methods without an annotation of leader election are
 * guarded.
 */
public enum GuardScheduled {

	/**
	 * No method: all of them run on every instance.
	 */
	NONE,

	/**
	 * All methods, by the default election: they run on its leader only.
	 */
	LEADER,

	/**
	 * All methods, by the default election. Methods with a cron expression run once per
	 * tick.
	 */
	ONCE_PER_TICK;

	/**
	 * Returns the value as it is written in a configuration file.
	 * @return the value, such as {@code once-per-tick}
	 */
	public String value() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
