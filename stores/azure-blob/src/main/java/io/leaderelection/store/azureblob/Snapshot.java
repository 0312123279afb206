/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a read, or a write, told of a blob.
 *
 * @param exists whether there is a blob
 * @param record its record, or {@code null} if nothing has been written yet
 * @param etag identifies this state of the blob; empty if there is none
 * @param hold what the service said of the blob's lease
 * @param lastModified when the blob was last modified, in milliseconds of the service's
 * clock, cut off to the second
 * @param now when the service answered, likewise
 */
record Snapshot(boolean exists, @Nullable LeaseRecord record, String etag, Hold hold, long lastModified, long now) {

	/** The service tells whole seconds: what happened may be this much later. */
	static final Duration PRECISION = Duration.ofSeconds(1);

	static Snapshot missing(long now) {
		return new Snapshot(false, null, "", Hold.NONE, 0, now);
	}

	/** Whether a record is there that was not given up. */
	boolean isUnreleased() {
		return this.record != null && !this.record.released();
	}

	/**
	 * The latest instant of the service's clock at which the term may end.
	 */
	long latestEnd(LeaseRecord record) {
		return this.lastModified + PRECISION.toMillis() + record.duration().toMillis();
	}

	/**
	 * The lease of a blob.
	 */
	enum Hold {

		/** There is none: it was released or broken, or there never was one. */
		NONE,

		/** It was not renewed until its end. */
		EXPIRED,

		/** It keeps others out, for now. */
		PRESENT

	}

}
