/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.util.Map;

import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import io.leaderelection.store.azureblob.RefusedException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Maps the service's error codes to the reasons that are outcomes rather than failures.
 */
final class Refusals {

	private static final Map<BlobErrorCode, Reason> REASONS = Map.ofEntries(
			Map.entry(BlobErrorCode.CONTAINER_NOT_FOUND, Reason.NO_CONTAINER),
			Map.entry(BlobErrorCode.BLOB_NOT_FOUND, Reason.NO_BLOB),
			Map.entry(BlobErrorCode.RESOURCE_NOT_FOUND, Reason.NO_BLOB),
			Map.entry(BlobErrorCode.BLOB_ALREADY_EXISTS, Reason.EXISTS),
			Map.entry(BlobErrorCode.CONTAINER_ALREADY_EXISTS, Reason.EXISTS),
			Map.entry(BlobErrorCode.CONDITION_NOT_MET, Reason.CHANGED),
			Map.entry(BlobErrorCode.LEASE_ALREADY_PRESENT, Reason.LEASED),
			Map.entry(BlobErrorCode.LEASE_IS_BREAKING_AND_CANNOT_BE_ACQUIRED, Reason.LEASED),
			Map.entry(BlobErrorCode.LEASE_ID_MISSING, Reason.LEASED),
			Map.entry(BlobErrorCode.LEASE_ID_MISMATCH_WITH_BLOB_OPERATION, Reason.LEASE_LOST),
			Map.entry(BlobErrorCode.LEASE_ID_MISMATCH_WITH_LEASE_OPERATION, Reason.LEASE_LOST),
			Map.entry(BlobErrorCode.LEASE_IS_BROKEN_AND_CANNOT_BE_RENEWED, Reason.LEASE_LOST),
			Map.entry(BlobErrorCode.LEASE_IS_BREAKING_AND_CANNOT_BE_CHANGED, Reason.LEASE_LOST),
			Map.entry(BlobErrorCode.LEASE_LOST, Reason.LEASE_LOST),
			Map.entry(BlobErrorCode.LEASE_NOT_PRESENT_WITH_BLOB_OPERATION, Reason.LEASE_LOST),
			Map.entry(BlobErrorCode.LEASE_NOT_PRESENT_WITH_LEASE_OPERATION, Reason.LEASE_LOST));

	private Refusals() {
	}

	/**
	 * Returns the reason, or {@code null} if the answer is a failure.
	 */
	static @Nullable Reason of(BlobStorageException answer) {
		BlobErrorCode code = answer.getErrorCode();
		Reason reason = (code != null) ? REASONS.get(code) : null;
		if (reason != null) {
			return reason;
		}
		// Answers without a body may have no error code
		return switch (answer.getStatusCode()) {
			case 404 -> Reason.NO_BLOB;
			case 412 -> Reason.CHANGED;
			default -> null;
		};
	}

}
