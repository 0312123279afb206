/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.FluxUtil;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.models.BlobDownloadAsyncResponse;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.DownloadRetryOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlobLeaseAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import com.azure.storage.blob.specialized.BlockBlobAsyncClient;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.azureblob.RefusedException.Reason;
import io.leaderelection.store.support.CallBudget;
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
	 * @throws io.leaderelection.store.GarbageRecordException if the content is not a
	 * valid record
	 */
	Snapshot read(CallBudget budget) {
		DownloadRetryOptions once = new DownloadRetryOptions().setMaxRetryRequests(0);
		try {
			Read read = Objects.requireNonNull(call("read",
					this.blob.downloadStreamWithResponse(null, once, null, false).flatMap(RecordBlob::content),
					budget));
			return SnapshotReader.read(this.place, read.headers(),
					(read.content() != null) ? read.content().toBytes() : null, now(read.response()));
		}
		catch (RefusedException ex) {
			if (ex.reason() == Reason.NO_BLOB || ex.reason() == Reason.NO_CONTAINER) {
				return Snapshot.missing(0);
			}
			throw unexpected("read", ex);
		}
	}

	/** Skips content that is longer than any record. */
	private static Mono<Read> content(BlobDownloadAsyncResponse response) {
		BlobDownloadHeaders headers = response.getDeserializedHeaders();
		Long length = headers.getContentLength();
		if (length == null || length > RecordText.MAX_BYTES) {
			try {
				response.close();
			}
			catch (IOException ex) {
				return Mono.error(ex);
			}
			return Mono.just(new Read(response, headers, null));
		}
		return FluxUtil.collectBytesInByteBufferStream(response.getValue())
			.map((content) -> new Read(response, headers, BinaryData.fromBytes(content)));
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

	void createContainer(CallBudget budget) {
		try {
			call("create the container of", this.container.createWithResponse(null, null), budget);
		}
		catch (RefusedException ex) {
			if (ex.reason() != Reason.EXISTS) {
				throw unexpected("create the container of", ex);
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
		return SnapshotReader.header(this.place, response.getHeaders(), SnapshotReader.ETAG);
	}

	private long now(Response<?> response) {
		return SnapshotReader.date(this.place, response.getHeaders());
	}

	private <T extends Response<?>> T answer(String what, Mono<T> call, CallBudget budget) throws RefusedException {
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
			Reason reason = (failure instanceof BlobStorageException answer) ? Refusals.of(answer) : null;
			if (reason != null) {
				throw new RefusedException(reason);
			}
			throw AzureBlobFailures.of(what, this.place, failure);
		}
	}

	private AnsweredException unexpected(String what, RefusedException refusal) {
		return new AnsweredException("Cannot " + what + " " + this.place + ": " + refusal.reason());
	}

	private record Read(Response<?> response, BlobDownloadHeaders headers, @Nullable BinaryData content) {

	}

}
