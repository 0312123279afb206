/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import io.leaderelection.servers.AzuriteServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class HugeAzureBlobRecordsIT extends HugeRecordsContract<AzuriteServer> {

	@Override
	AzuriteServer open(Path directory) {
		return AzuriteServer.open();
	}

	@Override
	List<String> store() {
		return List.of("leader-election.azure-blob.connection-string=" + this.server.connectionString(),
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) throws Exception {
		BlobContainerClient container = new BlobServiceClientBuilder().connectionString(this.server.connectionString())
			.buildClient()
			.getBlobContainerClient("leader-election");
		byte[] hash = MessageDigest.getInstance("SHA-256")
			.digest((NAMESPACE + "\0" + election).getBytes(StandardCharsets.UTF_8));
		String name = NAMESPACE + "/" + election + "-" + HexFormat.of().formatHex(hash, 0, 20);
		String record = "leader-election-record 1\ntoken=1\ncandidate=" + "c".repeat(8_000_000) + "\nend\n";
		container.getBlobClient(name).upload(BinaryData.fromString(record), true);
	}

}
