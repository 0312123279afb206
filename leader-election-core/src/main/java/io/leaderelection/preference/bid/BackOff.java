/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.time.Duration;

/**
 * A wait that doubles with each failure, up to an hour.
 *
 * @param first the first wait, in nanoseconds
 */
record BackOff(long first) {

	static final long LONGEST = Duration.ofHours(1).toNanos();

	long after(int failures) {
		return (this.first > (LONGEST >> Math.min(failures, 40))) ? LONGEST : this.first << failures;
	}

}
