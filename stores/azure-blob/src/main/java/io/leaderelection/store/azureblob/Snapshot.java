/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The state of a blob after a read or a write.
 *
 * @param exists whether the blob exists
 * @param record the record, or {@code null} if none has been written yet
 * @param etag identifies this state of the blob; empty if there is no blob
 * @param leased whether the blob is leased
 * @param lastModified when the blob was last modified, in milliseconds of the service's
 * clock, truncated to the second
 * @param now when the service answered, in milliseconds of the service's clock, truncated
 * to the second
 */
record Snapshot(boolean exists, @Nullable TermRecord record, String etag, boolean leased, long lastModified, long now) {

	/** The service reports whole seconds: an event may be up to this much later. */
	static final Duration PRECISION = Duration.ofSeconds(1);

	/** The state of a blob that does not exist. */
	static final Snapshot MISSING = new Snapshot(false, null, "", false, 0, 0);

	/** Returns whether the record is of a term that an attempt won. */
	boolean isOf(Nonce nonce) {
		return this.record != null && this.record.nonce().equals(nonce);
	}

	/**
	 * Returns the latest time at which the term may end, in milliseconds of the service's
	 * clock.
	 */
	long latestEnd(TermRecord record) {
		return this.lastModified + PRECISION.toMillis() + record.lease().toMillis();
	}

}
