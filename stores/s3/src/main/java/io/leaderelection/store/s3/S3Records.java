/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Records in objects. The version of a value is the ETag of its object. It repeats if the
 * content does, which the changes of a record prevent.
 */
final class S3Records implements ConditionalRecords {

	private static final Logger logger = LoggerFactory.getLogger(S3Records.class);

	private final Bucket bucket;

	private final ObjectNames names;

	private final S3Failures failures;

	private final ConditionProof proof;

	private final Runnable closing;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Creates the records.
	 * @param closing closes the client, if it is the store's own
	 */
	S3Records(Bucket bucket, ObjectNames names, S3Failures failures, ConditionProof proof, Runnable closing) {
		this.bucket = bucket;
		this.names = names;
		this.failures = failures;
		this.proof = proof;
		this.closing = closing;
	}

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		String object = this.names.of(key);
		Bucket.Content content = proven(budget, () -> get(object, budget));
		try {
			return (content != null) ? new Stored(TermRecord.parse(content.text()), content.eTag()) : null;
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record in " + this.failures.place(object) + " is garbage: "
					+ ex.getMessage() + ". Remedy: find out who writes there, stop all instances that take part in "
					+ "this election, then delete the object");
		}
	}

	/**
	 * Reads an object. Without the right to list the bucket, the service denies access to
	 * a missing object, too; a present one then shows whether the right to read is there.
	 * A wrong answer is safe: what is missing is only created, never replaced.
	 */
	private Bucket.@Nullable Content get(String object, CallBudget budget) {
		try {
			return this.bucket.get(object, budget);
		}
		catch (MissingRightException ex) {
			if (this.proof.canRead(budget)) {
				return null;
			}
			throw ex;
		}
	}

	@Override
	public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		String eTag = (expected != null) ? (String) expected.version() : null;
		PutObjectResponse written = proven(budget,
				() -> this.bucket.put(this.names.of(key), record.format(Map.of()), eTag, budget));
		if (written == null) {
			return null;
		}
		// Suspended versions have the id "null"
		boolean hasVersions = written.versionId() != null && !written.versionId().equals("null");
		if (hasVersions && this.warned.compareAndSet(false, true)) {
			logger
				.warn("The bucket '{}' has versions, so each renewal keeps an older one. Add a lifecycle rule for the "
						+ "prefix '{}' with NoncurrentVersionExpiration after 1 day, or use a bucket without versions",
						this.failures.bucket(), this.failures.prefix());
		}
		return new Stored(record, written.eTag());
	}

	private <T extends @Nullable Object> T proven(CallBudget budget, Supplier<T> request) {
		try {
			this.proof.require(budget);
			return request.get();
		}
		catch (NoAnswerException ex) {
			this.proof.forget();
			throw ex;
		}
	}

	@Override
	public void close() {
		this.closing.run();
	}

}
