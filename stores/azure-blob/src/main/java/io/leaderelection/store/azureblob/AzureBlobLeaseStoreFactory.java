/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;

/**
 * Factory for the Azure Blob store. Create one with {@link #builder(BlobServiceClient)}.
 */
public final class AzureBlobLeaseStoreFactory implements LeaseStoreFactory {

	/** The default name of the container. */
	public static final String DEFAULT_CONTAINER = "leader-election";

	/** The shortest lease of a blob. */
	static final Duration SHORTEST_LEASE = Duration.ofSeconds(15);

	/** The longest lease of a blob, apart from infinite leases. */
	static final Duration LONGEST_LEASE = Duration.ofSeconds(60);

	private static final StoreTraits TRAITS = new StoreTraits("azure-blob", StoreTraits.Clock.STORE, SHORTEST_LEASE,
			LONGEST_LEASE, false, true, false, true);

	private final BlobServiceClient client;

	private final String containerName;

	private AzureBlobLeaseStoreFactory(BlobServiceClient client, String containerName) {
		this.client = client;
		this.containerName = containerName;
	}

	/**
	 * Creates a builder.
	 * @param client the client of the storage account. The store copies it without its
	 * retry policies: the store tries each call once and uses its own timeouts
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(BlobServiceClient client) {
		return new Builder(client);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store without calling the service. The container and the blobs are
	 * created when they are first needed.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		return new AzureBlobLeaseStore(SingleTryClient.of(this.client).getBlobContainerAsyncClient(this.containerName),
				time);
	}

	/** Rounds up to whole seconds, the unit of blob leases. */
	static Duration wholeSeconds(Duration duration) {
		Duration whole = Duration.ofSeconds(duration.plusSeconds(1).minusNanos(1).toSeconds());
		if (whole.compareTo(SHORTEST_LEASE) < 0 || whole.compareTo(LONGEST_LEASE) > 0) {
			throw new IllegalArgumentException("leader-election.lease-duration is " + duration
					+ ", but the lease of a blob lasts between 15s and 60s. Use a duration between them");
		}
		return whole;
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private final BlobServiceClient client;

		private String containerName = DEFAULT_CONTAINER;

		private Builder(BlobServiceClient client) {
			this.client = client;
		}

		/**
		 * Sets the name of the blobs' container.
		 * @param containerName 3 to 63 lower-case letters, digits and single hyphens
		 * between them; the default is {@value #DEFAULT_CONTAINER}
		 * @return this
		 * @throws IllegalArgumentException if the name is not valid
		 */
		public Builder containerName(String containerName) {
			if (containerName.length() < 3 || containerName.length() > 63
					|| !containerName.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
				throw new IllegalArgumentException("The container name '" + containerName
						+ "' is not legal. Use 3 to 63 lower-case letters, digits and single hyphens between them");
			}
			this.containerName = containerName;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 */
		public AzureBlobLeaseStoreFactory build() {
			return new AzureBlobLeaseStoreFactory(this.client, this.containerName);
		}

	}

}
