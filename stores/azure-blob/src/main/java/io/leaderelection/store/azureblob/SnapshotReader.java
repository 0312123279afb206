/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.LeaseStateType;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Parses answers about a blob. Answers are untrusted input.
 */
final class SnapshotReader {

	static final HttpHeaderName ETAG = HttpHeaderName.ETAG;

	private SnapshotReader() {
	}

	/**
	 * Parses the state of a blob.
	 * @param place the description of the blob, for messages
	 * @param headers the headers of the answer
	 * @param content the content, or {@code null} if it is longer than any record
	 * @param now when the service answered, in milliseconds of its clock
	 * @throws GarbageRecordException if the content is neither empty nor a valid record
	 */
	static Snapshot read(String place, BlobDownloadHeaders headers, byte @Nullable [] content, long now) {
		Map<String, String> metadata = (headers.getMetadata() != null) ? headers.getMetadata() : Map.of();
		OffsetDateTime lastModified = headers.getLastModified();
		String etag = headers.getETag();
		if (lastModified == null || etag == null) {
			throw unusable(place, "an ETag and Last-Modified");
		}
		if (content == null) {
			throw garbage(place, "it has more than " + RecordText.MAX_BYTES + " bytes", null);
		}
		boolean unused = content.length == 0 && metadata.isEmpty();
		TermRecord record = unused ? null : parse(place, content);
		return new Snapshot(true, record, etag, isLeased(headers.getLeaseState()),
				lastModified.toInstant().toEpochMilli(), now);
	}

	private static TermRecord parse(String place, byte[] content) {
		try {
			TermRecord record = TermRecord.parse(content);
			if (record.lease().compareTo(AzureBlobLeaseStoreFactory.LONGEST_LEASE) > 0) {
				throw new IllegalArgumentException("its field 'lease' is out of range");
			}
			return record;
		}
		catch (IllegalArgumentException ex) {
			throw garbage(place, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static boolean isLeased(@Nullable LeaseStateType state) {
		return state == LeaseStateType.LEASED || state == LeaseStateType.BREAKING;
	}

	static String header(String place, HttpHeaders headers, HttpHeaderName name) {
		String value = headers.getValue(name);
		if (value == null) {
			throw unusable(place, name.getCaseSensitiveName());
		}
		return value;
	}

	/**
	 * Returns when the service answered, in milliseconds of its clock, truncated to the
	 * second.
	 */
	static long date(String place, HttpHeaders headers) {
		String date = header(place, headers, HttpHeaderName.DATE);
		try {
			return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from).toEpochMilli();
		}
		catch (DateTimeException ex) {
			throw unusable(place, "a valid Date");
		}
	}

	private static LeaseStoreException unusable(String place, String what) {
		return new LeaseStoreException("The answer about " + place + " lacks " + what
				+ ". Check that the endpoint is a blob service, and that no proxy changes its answers");
	}

	private static GarbageRecordException garbage(String place, String problem, @Nullable Throwable cause) {
		GarbageRecordException exception = new GarbageRecordException("The record in " + place + " is garbage: "
				+ problem + ". Remedy: find out who writes there, stop all instances that take part in this election, "
				+ "then delete the blob, breaking its lease if necessary");
		if (cause != null) {
			exception.initCause(cause);
		}
		return exception;
	}

}
