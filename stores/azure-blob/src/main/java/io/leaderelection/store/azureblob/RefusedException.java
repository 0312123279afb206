/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.util.Set;

import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the service's answer is an outcome of the call, such as a missing blob, and
 * not a failure.
 */
final class RefusedException extends Exception {

	private static final long serialVersionUID = 1L;

	private final Reason reason;

	RefusedException(Reason reason) {
		super(reason.name(), null, false, false);
		this.reason = reason;
	}

	Reason reason() {
		return this.reason;
	}

	/**
	 * The reason of the refusal, with the service's codes for it.
	 */
	@SuppressWarnings("ImmutableEnumChecker") // the codes cannot be changed
	enum Reason {

		/** The container does not exist. */
		NO_CONTAINER(BlobErrorCode.CONTAINER_NOT_FOUND),

		/** The blob does not exist. */
		NO_BLOB(BlobErrorCode.BLOB_NOT_FOUND, BlobErrorCode.RESOURCE_NOT_FOUND),

		/** The blob or container to create already exists. */
		EXISTS(BlobErrorCode.BLOB_ALREADY_EXISTS, BlobErrorCode.CONTAINER_ALREADY_EXISTS),

		/** The blob has changed after it was read. */
		CHANGED(BlobErrorCode.CONDITION_NOT_MET),

		/** Another attempt or client has the lease. */
		LEASED(BlobErrorCode.LEASE_ALREADY_PRESENT, BlobErrorCode.LEASE_IS_BREAKING_AND_CANNOT_BE_ACQUIRED,
				BlobErrorCode.LEASE_ID_MISSING),

		/** The blob does not have the given lease, or no longer has it. */
		LEASE_LOST(BlobErrorCode.LEASE_ID_MISMATCH_WITH_BLOB_OPERATION,
				BlobErrorCode.LEASE_ID_MISMATCH_WITH_LEASE_OPERATION,
				BlobErrorCode.LEASE_IS_BROKEN_AND_CANNOT_BE_RENEWED,
				BlobErrorCode.LEASE_IS_BREAKING_AND_CANNOT_BE_CHANGED, BlobErrorCode.LEASE_LOST,
				BlobErrorCode.LEASE_NOT_PRESENT_WITH_BLOB_OPERATION,
				BlobErrorCode.LEASE_NOT_PRESENT_WITH_LEASE_OPERATION);

		private final Set<BlobErrorCode> codes;

		Reason(BlobErrorCode... codes) {
			this.codes = Set.of(codes);
		}

		/**
		 * Returns the reason, or {@code null} if the answer is a failure.
		 */
		static @Nullable Reason of(BlobStorageException answer) {
			BlobErrorCode code = answer.getErrorCode();
			for (Reason reason : values()) {
				if (code != null && reason.codes.contains(code)) {
					return reason;
				}
			}
			// Answers without a body may have no error code
			return switch (answer.getStatusCode()) {
				case 404 -> NO_BLOB;
				case 412 -> CHANGED;
				default -> null;
			};
		}

	}

}
