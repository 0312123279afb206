/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.io.IOException;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import org.jspecify.annotations.Nullable;

/**
 * Explains failures of calls, and what to do about them. Quotes only the error code of
 * the service, not its message, which may contain a signature.
 */
final class AzureBlobFailures {

	private static final int MAX_QUOTE = 300;

	private AzureBlobFailures() {
	}

	/**
	 * Explains a failed call.
	 * @param call the operation, such as "read"
	 * @param place the description of the blob
	 * @param failure the failure
	 */
	static LeaseStoreException of(String call, String place, Throwable failure) {
		if (failure instanceof BlobStorageException answer) {
			return ofAnswer(call, place, answer);
		}
		String text = what(failure);
		String what = "Cannot " + call + " " + place + ": " + text;
		return isOfCredentials(failure)
				? new UnansweredException(what
						+ ". Correct the credentials, or the managed identity, with which leader election signs in")
				: new NoAnswerException(what + ". Check that the endpoint is right and can be reached from here", null);
	}

	/** Explains a call that was not answered in time. */
	static LeaseStoreException timedOut(String call, String place, CallBudget budget) {
		return new NoAnswerException("Cannot " + call + " " + place + ": no answer within " + budget
				+ ", which were left of leader-election.operation-timeout for all calls of one command. Check that the "
				+ "endpoint is right and can be reached from here, or raise the timeout", null);
	}

	private static LeaseStoreException ofAnswer(String call, String place, BlobStorageException answer) {
		int status = answer.getStatusCode();
		BlobErrorCode code = answer.getErrorCode();
		String name = (code != null) ? " " + quote(code.toString()) : "";
		String advice = advice(status, code);
		String text = "Cannot " + call + " " + place + ": the service answered " + status + name + advice;
		if (status == 403 && !BlobErrorCode.AUTHENTICATION_FAILED.equals(code)) {
			return new MissingRightException(text, null);
		}
		return (status >= 400 && status < 500) ? new RefusedCommandException(text, null)
				: new UnansweredException(text);
	}

	private static String advice(int status, @Nullable BlobErrorCode code) {
		if (BlobErrorCode.AUTHENTICATION_FAILED.equals(code) || status == 401) {
			return ". Correct the account key, the shared access signature (it may have expired) or the identity, and "
					+ "check the clock of this machine";
		}
		if (status == 403) {
			return ". Allow reading, creating and writing blobs: the role 'Storage Blob Data Contributor' on the "
					+ "container, or a shared access signature with the permissions racw; and check the network rules "
					+ "of the account. Creating the container requires the right on the account; otherwise create it "
					+ "by hand";
		}
		if (BlobErrorCode.CONTAINER_BEING_DELETED.equals(code)) {
			return ". The container was deleted, and its name stays reserved for a while. It is created again "
					+ "after that";
		}
		if (BlobErrorCode.INVALID_HEADER_VALUE.equals(code)) {
			return ". If this is the emulator Azurite, start it with --skipApiVersionCheck";
		}
		if (status == 429 || status == 503) {
			return ". The account is throttled: raise leader-election.lease-duration, or use a separate account for "
					+ "leader election";
		}
		return (status >= 500) ? ". The candidate tries again" : "";
	}

	private static boolean isOfCredentials(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof ClientAuthenticationException
					|| cause.getClass().getSimpleName().startsWith("Credential")) {
				return true;
			}
		}
		return false;
	}

	private static String what(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null && !(root instanceof IOException)) {
			root = root.getCause();
		}
		String message = root.getMessage();
		String name = root.getClass().getSimpleName();
		return (message != null && !message.isBlank()) ? name + ", " + quote(message) : name;
	}

	/** Returns one short line without the query of a URL and without keys. */
	private static String quote(String text) {
		String line = text.replaceAll("\\?\\S*", "?...").replaceAll("(?i)(sig|AccountKey)=[^&;\\s]*", "$1=...");
		line = line.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
		return (line.length() > MAX_QUOTE) ? line.substring(0, MAX_QUOTE) + "..." : line;
	}

}
