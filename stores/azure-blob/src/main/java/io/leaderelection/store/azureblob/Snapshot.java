/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The result of a read, or a write, of a blob.
 *
 * @param exists whether there is a blob
 * @param record its record, or {@code null} if nothing has been written yet
 * @param etag identifies this state of the blob; empty if there is none
 * @param leased whether a lease keeps others out, for now
 * @param lastModified when the blob was last modified, in milliseconds of the service's
 * clock, cut off to the second
 * @param now when the service answered, likewise
 */
record Snapshot(boolean exists, @Nullable TermRecord record, String etag, boolean leased, long lastModified, long now) {

	/** The service returns whole seconds: what happened may be this much later. */
	static final Duration PRECISION = Duration.ofSeconds(1);

	static Snapshot missing(long now) {
		return new Snapshot(false, null, "", false, 0, now);
	}

	/**
	 * The latest instant of the service's clock at which the term may end.
	 */
	long latestEnd(TermRecord record) {
		return this.lastModified + PRECISION.toMillis() + record.lease().toMillis();
	}

}
