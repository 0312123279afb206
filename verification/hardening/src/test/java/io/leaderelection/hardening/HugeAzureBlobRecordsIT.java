/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.leaderelection.servers.AzuriteServer;
import org.junit.jupiter.api.AfterAll;

class HugeAzureBlobRecordsIT extends HugeRecordsContract {

	private final AzuriteServer server = AzuriteServer.open();

	@AfterAll
	void stopServer() {
		this.server.close();
	}

	@Override
	List<String> store() {
		return List.of("leader-election.azure-blob.connection-string=" + this.server.connectionString(),
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_REDIS + ","
						+ SecretsContract.WITHOUT_DATA_SOURCE);
	}

	@Override
	void writeHuge(String election) throws Exception {
		BlobContainerClient container = new BlobServiceClientBuilder().connectionString(this.server.connectionString())
			.buildClient()
			.getBlobContainerClient("leader-election");
		byte[] hash = MessageDigest.getInstance("SHA-256")
			.digest((NAMESPACE + "\0" + election).getBytes(StandardCharsets.UTF_8));
		String name = NAMESPACE + "/" + election + "-" + HexFormat.of().formatHex(hash, 0, 20);
		Map<String, String> record = Map.of("format", "1", "token", "1", "nonce", "0123456789abcdef0123456789abcdef",
				"candidate", "c".repeat(2000), "since", "0", "duration", "15000", "notbefore", "0", "released", "false",
				"renewals", "1");
		container.getBlobClient(name)
			.getBlockBlobClient()
			.uploadWithResponse(
					new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(new byte[8_000_000])).setMetadata(record),
					null, null);
	}

}
