/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.LeaseStateType;
import com.azure.storage.blob.options.BlobBreakLeaseOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import com.azure.storage.blob.specialized.BlockBlobClient;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads and changes the blobs of the store without the store.
 */
final class BlobRecords {

	private final BlobServiceClient client;

	private final String container;

	private BlobRecords(BlobServiceClient client, String container) {
		this.client = client;
		this.container = container;
	}

	static BlobRecords of(AzuriteServer server) {
		return of(server, AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER);
	}

	static BlobRecords of(AzuriteServer server, String container) {
		return new BlobRecords(client(server.connectionString()), container);
	}

	static BlobServiceClient client(String connectionString) {
		return new BlobServiceClientBuilder().connectionString(connectionString).buildClient();
	}

	BlobServiceClient client() {
		return this.client;
	}

	BlockBlobClient blob(ElectionKey key) {
		return this.client.getBlobContainerClient(this.container).getBlobClient(BlobNames.of(key)).getBlockBlobClient();
	}

	/** Replaces the blob with content that no store has written. */
	void writeGarbage(ElectionKey key) {
		this.client.getBlobContainerClient(this.container).createIfNotExists();
		breakLease(key);
		blob(key).getContainerClient()
			.getBlobClient(BlobNames.of(key))
			.upload(BinaryData.fromString("somebody's notes"), true);
		blob(key).setMetadata(Map.of("format", "1", "token", "9223372036854775807", "owner", "somebody"));
	}

	void delete(ElectionKey key) {
		breakLease(key);
		blob(key).delete();
	}

	/** Breaks the lease at once, if the blob has one. */
	void breakLease(ElectionKey key) {
		try {
			lease(key, null).breakLeaseWithResponse(new BlobBreakLeaseOptions().setBreakPeriod(Duration.ZERO), null,
					Context.NONE);
		}
		catch (BlobStorageException ex) {
			if (!BlobErrorCode.LEASE_NOT_PRESENT_WITH_LEASE_OPERATION.equals(ex.getErrorCode())
					&& ex.getStatusCode() != 404) {
				throw ex;
			}
		}
	}

	BlobLeaseClient lease(ElectionKey key, String id) {
		BlobLeaseClientBuilder builder = new BlobLeaseClientBuilder().blobClient(blob(key));
		return ((id != null) ? builder.leaseId(id) : builder).buildClient();
	}

	LeaseStateType leaseState(ElectionKey key) {
		return blob(key).getProperties().getLeaseState();
	}

	/** Returns the content of the blob. */
	String text(ElectionKey key) {
		return blob(key).downloadContent().toString();
	}

	Map<String, String> metadata(ElectionKey key) {
		return blob(key).getProperties().getMetadata();
	}

	/** Changes a field of the record, or removes it. */
	void setField(ElectionKey key, String name, String value) {
		String line = "(?m)^" + name + "=.*\n";
		String text = text(key);
		assertThat(text).containsPattern(line);
		write(key, text.replaceFirst(line, (value != null) ? Matcher.quoteReplacement(name + "=" + value + "\n") : ""));
	}

	/** Replaces the content of the blob, under its present lease. */
	void write(ElectionKey key, String content) {
		blob(key).uploadWithResponse(
				new BlockBlobSimpleUploadOptions(BinaryData.fromString(content)).setMetadata(metadata(key))
					.setRequestConditions(lease(key)),
				null, Context.NONE);
	}

	/** Adds to the metadata of the blob, under its present lease. */
	void setMetadata(ElectionKey key, String name, String value) {
		Map<String, String> metadata = new HashMap<>(metadata(key));
		metadata.put(name, value);
		blob(key).setMetadataWithResponse(metadata, lease(key), null, Context.NONE);
	}

	private BlobRequestConditions lease(ElectionKey key) {
		BlobRequestConditions conditions = new BlobRequestConditions();
		Matcher nonce = Pattern.compile("(?m)^nonce=(.*)$").matcher(text(key));
		return (leaseState(key) == LeaseStateType.LEASED && nonce.find())
				? conditions.setLeaseId(Nonce.parse(nonce.group(1)).toUuid().toString()) : conditions;
	}

}
