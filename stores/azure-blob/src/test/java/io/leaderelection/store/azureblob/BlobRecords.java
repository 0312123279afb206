/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.LeaseStateType;
import com.azure.storage.blob.options.BlobBreakLeaseOptions;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import com.azure.storage.blob.specialized.BlockBlobClient;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;

/**
 * The blobs of the store, reached behind its back.
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

	/** Replaces the blob by what no store has written. */
	void garble(ElectionKey key) {
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

	/** Breaks the lease at once, if there is one. */
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

	Map<String, String> fields(ElectionKey key) {
		return blob(key).getProperties().getMetadata();
	}

	/** Changes a field, or removes it, under the lease that there is. */
	void setField(ElectionKey key, String name, String value) {
		Map<String, String> fields = new HashMap<>(fields(key));
		BlobRequestConditions conditions = new BlobRequestConditions();
		if (leaseState(key) == LeaseStateType.LEASED) {
			conditions.setLeaseId(Nonce.parse(fields.get("nonce")).toUuid().toString());
		}
		if (value == null) {
			fields.remove(name);
		}
		else {
			fields.put(name, value);
		}
		blob(key).setMetadataWithResponse(fields, conditions, null, Context.NONE);
	}

}
