/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.nio.file.Path;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the rules and from the store, and verifies that the contract fails.
 */
@Tag("server")
@Tag("slow")
class AzureBlobStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/azureblob");

	private static final String PREFIX = "io.leaderelection.store.azureblob.";

	@TempDir
	Path output;

	@BeforeEach
	void startServer() {
		MutatedAzureBlobStore.server = AzuriteServer.openWithSteppedClock();
	}

	@AfterEach
	void stopServer() {
		MutatedAzureBlobStore.server.close();
	}

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		SourceMutant mutant = SourceMutant.of(SOURCES).breakRules(mutation);
		if (mutation == StoreMutation.EXPIRY_CHECK) {
			// The service knows whether a lease has expired. It then refuses writes of
			// the record under that lease, but renews the lease
			mutant.replace("BlobElection.java", "snapshot.leased() ? lease : Lock.FREE", "lease")
				.replace("BlobElection.java", "Snapshot touched = ",
						"this.blob.renewLease(record.nonce(), budget);\n\t\tSnapshot touched = ")
				.replace("BlobElection.java", "if (touched.now() >= snapshot.latestEnd(record)) {", "if (false) {");
		}
		MutatedAzureBlobStore.classes = mutant.compile(AzureBlobLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("azure-blob", mutation.name(), MutatedAzureBlobStore.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedAzureBlobStore.classes = SourceMutant.of(SOURCES)
			.replace("BlobElection.java", "package io.", "package io.")
			.compile(AzureBlobLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("azure-blob", "none", MutatedAzureBlobStore.class)).isEmpty();
	}

}
