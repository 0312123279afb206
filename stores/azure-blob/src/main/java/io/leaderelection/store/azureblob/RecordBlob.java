/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.FluxUtil;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.models.BlobDownloadAsyncResponse;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.DownloadRetryOptions;
import com.azure.storage.blob.models.LeaseStateType;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlobLeaseAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import com.azure.storage.blob.specialized.BlockBlobAsyncClient;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.azureblob.RefusedException.Reason;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * The blob of an election. Each method makes one call to the service, without retries and
 * within the budget of the command. Thread-safe.
 */
final class RecordBlob {

	private final BlobContainerAsyncClient container;

	private final BlockBlobAsyncClient blob;

	private final String place;

	RecordBlob(BlobContainerAsyncClient container, ElectionKey key) {
		this.container = container;
		this.blob = container.getBlobAsyncClient(BlobNames.of(key)).getBlockBlobAsyncClient();
		this.place = "the blob '" + BlobNames.of(key) + "' in the container '" + container.getBlobContainerName()
				+ "' of the account '" + container.getAccountName() + "'";
	}

	String place() {
		return this.place;
	}

	/**
	 * Reads the record and the state of the lease in one call.
	 * @throws GarbageRecordException if the content is neither empty nor a valid record
	 */
	Snapshot read(CallBudget budget) {
		DownloadRetryOptions once = new DownloadRetryOptions().setMaxRetryRequests(0);
		Mono<Map.Entry<BlobDownloadAsyncResponse, byte[]>> read = this.blob
			.downloadStreamWithResponse(null, once, null, false)
			.flatMap((response) -> content(response).map((content) -> Map.entry(response, content)));
		try {
			Map.Entry<BlobDownloadAsyncResponse, byte[]> answer = answer("read", read, budget);
			return snapshot(answer.getKey(), answer.getValue());
		}
		catch (RefusedException ex) {
			if (ex.reason() == Reason.NO_BLOB || ex.reason() == Reason.NO_CONTAINER) {
				return Snapshot.MISSING;
			}
			throw new LeaseStoreException("Cannot read " + this.place + ": " + ex.reason());
		}
	}

	/** Does not read content longer than any record; returns invalid content instead. */
	private static Mono<byte[]> content(BlobDownloadAsyncResponse response) {
		Long length = response.getDeserializedHeaders().getContentLength();
		if (length != null && length <= RecordText.MAX_BYTES) {
			return FluxUtil.collectBytesInByteBufferStream(response.getValue());
		}
		return Mono.fromCallable(() -> {
			response.close();
			return new byte[RecordText.MAX_BYTES + 1];
		});
	}

	private Snapshot snapshot(BlobDownloadAsyncResponse response, byte[] content) {
		BlobDownloadHeaders headers = response.getDeserializedHeaders();
		OffsetDateTime lastModified = headers.getLastModified();
		if (lastModified == null) {
			throw unusable("Last-Modified");
		}
		boolean unused = content.length == 0 && (headers.getMetadata() == null || headers.getMetadata().isEmpty());
		boolean leased = headers.getLeaseState() == LeaseStateType.LEASED
				|| headers.getLeaseState() == LeaseStateType.BREAKING;
		return new Snapshot(true, unused ? null : parse(content), etag(response), leased,
				lastModified.toInstant().toEpochMilli(), now(response));
	}

	private TermRecord parse(byte[] content) {
		try {
			TermRecord record = TermRecord.parse(content);
			if (record.lease().compareTo(AzureBlobLeaseStoreFactory.LONGEST_LEASE) > 0) {
				throw new IllegalArgumentException("its field 'lease' is out of range");
			}
			return record;
		}
		catch (IllegalArgumentException ex) {
			GarbageRecordException garbage = new GarbageRecordException("The record in " + this.place + " is garbage: "
					+ ex.getMessage() + ". Remedy: find out who writes there, stop all instances that take part in "
					+ "this election, then delete the blob, breaking its lease if necessary");
			garbage.initCause(ex);
			throw garbage;
		}
	}

	/**
	 * Creates an empty blob, so that it can be leased.
	 */
	Snapshot create(CallBudget budget) throws RefusedException {
		BlockBlobSimpleUploadOptions options = new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(new byte[0]))
			.setRequestConditions(new BlobRequestConditions().setIfNoneMatch("*"));
		Response<?> response = answer("create", this.blob.uploadWithResponse(options), budget);
		long now = now(response);
		return new Snapshot(true, null, etag(response), false, now, now);
	}

	/**
	 * Creates the container unless another candidate has created it. Does not use the
	 * client's {@code createIfNotExists}, which hides that the container is being
	 * deleted.
	 */
	void createContainer(CallBudget budget) {
		try {
			call("create the container of", this.container.createWithResponse(null, null), budget);
		}
		catch (RefusedException ex) {
			if (ex.reason() != Reason.EXISTS) {
				throw new LeaseStoreException("Cannot create the container of " + this.place + ": " + ex.reason());
			}
		}
	}

	/**
	 * Writes the record if the blob still has a known state. The blob's metadata repeats
	 * the main fields for people; the store never reads them.
	 * @param lease the id of the blob's lease, or {@code null} if the blob is not leased
	 */
	Snapshot write(TermRecord record, String etag, @Nullable Nonce lease, CallBudget budget) throws RefusedException {
		BlockBlobSimpleUploadOptions options = new BlockBlobSimpleUploadOptions(
				BinaryData.fromBytes(record.format(Map.of())))
			.setMetadata(Map.of("format", "1", "token", Long.toString(record.token()), "candidate",
					URLEncoder.encode(record.candidate(), StandardCharsets.UTF_8), "released",
					Boolean.toString(record.released())))
			.setRequestConditions(
					new BlobRequestConditions().setIfMatch(etag).setLeaseId((lease != null) ? id(lease) : null));
		Response<?> response = answer("write", this.blob.uploadWithResponse(options), budget);
		long now = now(response);
		return new Snapshot(true, record, etag(response), lease != null, now, now);
	}

	/**
	 * Acquires the lease, or extends it if it already has this id.
	 * @return whether the service reports a lease with this id
	 */
	boolean acquireLease(Nonce nonce, Duration duration, CallBudget budget) throws RefusedException {
		int seconds = Math.toIntExact(duration.toSeconds());
		return isOf(nonce, call("lease", lease(nonce).acquireLease(seconds), budget));
	}

	/**
	 * Renews the lease.
	 * @return whether the service reports a lease with this id
	 */
	boolean renewLease(Nonce nonce, CallBudget budget) throws RefusedException {
		return isOf(nonce, call("renew the lease of", lease(nonce).renewLease(), budget));
	}

	void releaseLease(Nonce nonce, CallBudget budget) throws RefusedException {
		call("release the lease of", lease(nonce).releaseLease(), budget);
	}

	private BlobLeaseAsyncClient lease(Nonce nonce) {
		return new BlobLeaseClientBuilder().blobAsyncClient(this.blob).leaseId(id(nonce)).buildAsyncClient();
	}

	private static String id(Nonce nonce) {
		return nonce.toUuid().toString();
	}

	/** Compares the ids, because an emulator renews an expired lease for any caller. */
	private static boolean isOf(Nonce nonce, @Nullable String lease) {
		return id(nonce).equalsIgnoreCase(lease);
	}

	private String etag(Response<?> response) {
		return header(response, HttpHeaderName.ETAG);
	}

	/**
	 * Returns when the service answered, in milliseconds of its clock, truncated to the
	 * second.
	 */
	private long now(Response<?> response) {
		try {
			return DateTimeFormatter.RFC_1123_DATE_TIME.parse(header(response, HttpHeaderName.DATE), Instant::from)
				.toEpochMilli();
		}
		catch (DateTimeException ex) {
			throw unusable("a valid Date");
		}
	}

	private String header(Response<?> response, HttpHeaderName name) {
		String value = response.getHeaders().getValue(name);
		if (value == null) {
			throw unusable(name.getCaseSensitiveName());
		}
		return value;
	}

	private UnansweredException unusable(String what) {
		return new UnansweredException("The answer about " + this.place + " lacks " + what
				+ ". Check that the endpoint is a blob service, and that no proxy changes its answers");
	}

	private <T> T answer(String what, Mono<T> call, CallBudget budget) throws RefusedException {
		return Objects.requireNonNull(call(what, call, budget), "An answer has a response");
	}

	private <T> @Nullable T call(String what, Mono<T> call, CallBudget budget) throws RefusedException {
		if (budget.isSpent()) {
			throw AzureBlobFailures.timedOut(what, this.place, budget);
		}
		CompletableFuture<@Nullable T> result = call.toFuture();
		try {
			return budget.await(result);
		}
		catch (TimeoutException ex) {
			// The service may still carry out the request
			result.cancel(true);
			throw AzureBlobFailures.timedOut(what, this.place, budget);
		}
		catch (ExecutionException ex) {
			Throwable failure = Exceptions.unwrap((ex.getCause() != null) ? ex.getCause() : ex);
			Reason reason = (failure instanceof BlobStorageException answer) ? Reason.of(answer) : null;
			if (reason != null) {
				throw new RefusedException(reason);
			}
			throw AzureBlobFailures.of(what, this.place, failure);
		}
	}

}
