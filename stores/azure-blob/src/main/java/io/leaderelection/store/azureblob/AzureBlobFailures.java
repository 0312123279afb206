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
import org.jspecify.annotations.Nullable;

/**
 * Says what a failure means for leader election, and what to do about it. The service's
 * text beside its error code is never repeated: it may quote a signature.
 */
final class AzureBlobFailures {

	private static final int LONGEST_QUOTE = 300;

	private AzureBlobFailures() {
	}

	/**
	 * A call that failed.
	 * @param call what was asked
	 * @param place of which blob
	 * @param failure what came
	 */
	static LeaseStoreException of(String call, String place, Throwable failure) {
		if (failure instanceof BlobStorageException answer) {
			return ofAnswer(call, place, answer);
		}
		String text = what(failure);
		String advice = isOfCredentials(failure)
				? ". Correct the credentials, or the managed identity, with which leader election signs in"
				: ". Check that the endpoint is right and can be reached from here";
		return new LeaseStoreException("Cannot " + call + " " + place + ": " + text + advice);
	}

	/** A call that was not answered in time. */
	static LeaseStoreException late(String call, String place, CallBudget budget) {
		return new LeaseStoreException("Cannot " + call + " " + place + ": no answer within " + budget
				+ ", which all calls of one command have together. Check that the endpoint is right and can be reached "
				+ "from here, or raise leader-election.operation-timeout");
	}

	private static LeaseStoreException ofAnswer(String call, String place, BlobStorageException answer) {
		int status = answer.getStatusCode();
		BlobErrorCode code = answer.getErrorCode();
		String name = (code != null) ? " " + quote(code.toString()) : "";
		String advice = advice(status, code);
		String text = "Cannot " + call + " " + place + ": the service answered " + status + name + advice;
		return (status >= 400 && status < 500) ? new AnsweredException(text) : new LeaseStoreException(text);
	}

	private static String advice(int status, @Nullable BlobErrorCode code) {
		if (BlobErrorCode.AUTHENTICATION_FAILED.equals(code) || status == 401) {
			return ". Correct the account key, the shared access signature (it may have expired) or the identity, and "
					+ "check the clock of this machine";
		}
		if (status == 403) {
			return ". Allow reading, creating and writing blobs: the role 'Storage Blob Data Contributor' on the "
					+ "container, or a shared access signature with the permissions racw; and check the network rules "
					+ "of the account. Creating the container needs that right on the account: else create it by hand";
		}
		if (BlobErrorCode.CONTAINER_BEING_DELETED.equals(code)) {
			return ". The container was deleted and its name is free again in a while: it is then created anew";
		}
		if (BlobErrorCode.INVALID_HEADER_VALUE.equals(code)) {
			return ". If this is the emulator Azurite, start it with --skipApiVersionCheck";
		}
		if (status == 429 || status == 503) {
			return ". The account is throttled: raise leader-election.lease-duration, or give leader election an "
					+ "account of its own";
		}
		return (status >= 500) ? ". It is tried again" : "";
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

	/** One short line without what may follow the path of a URL. */
	private static String quote(String text) {
		String line = text.replaceAll("\\?\\S*", "?...").replaceAll("(?i)(sig|AccountKey)=[^&;\\s]*", "$1=...");
		line = line.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
		return (line.length() > LONGEST_QUOTE) ? line.substring(0, LONGEST_QUOTE) + "..." : line;
	}

}
