/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The proof that the service checks conditions. Some services with the API of S3 ignore
 * them, and then every candidate would win. It is one object that no election uses, and
 * whose content never changes: instances that try at the same time do not disturb each
 * other. Thread-safe.
 */
final class ConditionProof {

	/** How long a refusal stands, so that not each command of a batch tries again. */
	private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(5);

	private static final byte[] TEXT = "Shows leader election that the service checks conditions of writes.\n"
		.getBytes(StandardCharsets.UTF_8);

	/** No service computes it from the text. */
	private static final String OTHER_ETAG = "\"00000000000000000000000000000000\"";

	private final Bucket bucket;

	private final String object;

	private final S3Failures failures;

	private final Ticker ticker;

	private volatile boolean proven;

	private @Nullable LastingRefusalException refusal;

	private long refusedAt;

	ConditionProof(Bucket bucket, String object, S3Failures failures, Ticker ticker) {
		this.bucket = bucket;
		this.object = object;
		this.failures = failures;
		this.ticker = ticker;
	}

	/**
	 * Proves it unless it was proven.
	 * @throws LastingRefusalException if the service ignores a condition
	 */
	synchronized void require(CallBudget budget) {
		if (this.proven) {
			return;
		}
		if (this.refusal != null && this.ticker.nanos() - this.refusedAt < REMEMBERED_NANOS) {
			throw this.refusal;
		}
		this.refusal = prove(budget);
		if (this.refusal != null) {
			this.refusedAt = this.ticker.nanos();
			throw this.refusal;
		}
		this.proven = true;
	}

	/** Forgets the proof, because another service may answer after this one has not. */
	void forget() {
		this.proven = false;
	}

	/**
	 * Returns whether an object that exists can be read, so that an object to which
	 * access is denied does not exist.
	 */
	boolean canRead(CallBudget budget) {
		try {
			return this.bucket.get(this.object, budget) != null;
		}
		catch (MissingRightException ex) {
			return false;
		}
	}

	/** Returns {@code null} if the service checks both conditions. */
	private @Nullable LastingRefusalException prove(CallBudget budget) {
		boolean created = isWritten(null, budget);
		if (created && isWritten(null, budget)) {
			return ignores("If-None-Match");
		}
		return isWritten(OTHER_ETAG, budget) ? ignores("If-Match") : null;
	}

	private boolean isWritten(@Nullable String eTag, CallBudget budget) {
		return this.bucket.put(this.object, TEXT, eTag, budget) != null;
	}

	private LastingRefusalException ignores(String condition) {
		return new LastingRefusalException("Nobody contends, because two could lead at once: " + this.failures.service()
				+ " ignores the condition " + condition + " in writes of " + this.failures.place(this.object)
				+ ". Use a service with conditional " + "writes, such as Amazon S3, or another store", null);
	}

}
