/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.AzuriteServer;

/**
 * Azurite with its data on disk, which it keeps only when it is shut down in good order.
 */
final class AzureBlobStore implements ChaosStore {

	private final AzuriteServer server = AzuriteServer.openWithData();

	/** The shortest lease that the service grants. */
	@Override
	public Duration lease() {
		return Duration.ofSeconds(15);
	}

	@Override
	public OptionalInt port() {
		return OptionalInt.of(this.server.port());
	}

	@Override
	public List<String> arguments(int port) {
		return List.of("--spring.profiles.active=azure-blob",
				"--leader-election.azure-blob.connection-string=" + AzuriteServer.connectionString(port));
	}

	@Override
	public Optional<StoreServer> server() {
		return Optional.of(new StoreServer(this.server, this.server::stop, false));
	}

	@Override
	public boolean requestsStandAlone() {
		return true;
	}

	@Override
	public void deleteRecord() throws IOException, InterruptedException {
		new BlobRequests(this.server.port()).deleteRecord(NAMESPACE, ELECTION);
	}

	@Override
	public void close() {
		this.server.close();
	}

}
