/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Account keys and shared access signatures.
 */
@Tag("server")
class AzureBlobRightsIT {

	@AutoClose
	private static final AzuriteServer server = AzuriteServer.open();

	@BeforeAll
	static void createContainer() {
		BlobRecords.of(server).client().createBlobContainer(AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER);
	}

	@Test
	void wrongKeyIsReportedButNotShown() {
		String wrong = "Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5";
		try (AzureCandidate candidate = AzureCandidate.open(server.connectionString().replace(AzuriteServer.KEY, wrong),
				"candidate")) {
			assertReportedWithoutSecret(candidate.acquire("key"), wrong);
			assertReportedWithoutSecret(candidate.observe("key"), wrong);
		}
	}

	@Test
	void documentedPermissionsSuffice() throws IOException {
		Matcher page = Pattern.compile("a shared access signature with `(\\w+)`")
			.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "azure-blob.md")));
		assertThat(page.find()).isTrue();
		BlobContainerSasPermission permissions = BlobContainerSasPermission.parse(page.group(1));
		try (AzureCandidate candidate = AzureCandidate.open(signed(permissions, 1), "candidate")) {
			candidate.win("suffice");
			assertThat(candidate.renew("suffice")).isInstanceOf(Outcome.Granted.class);
			assertThat(candidate.release("suffice")).isEqualTo(new Outcome.Released());
			candidate.win("suffice");
		}
	}

	@Test
	void signatureWithoutWriteIsReportedButNotShown() {
		BlobServiceClient client = signed(BlobContainerSasPermission.parse("r"), 1);
		try (AzureCandidate candidate = AzureCandidate.open(client, "candidate")) {
			assertThat(candidate.observe("e")).isInstanceOf(Outcome.Free.class);
			assertReportedWithoutSecret(candidate.acquire("e"), "sig=");
			assertThat(message(candidate.acquire("e"))).contains("Storage Blob Data Contributor");
		}
	}

	@Test
	void revokedRightIsUnknownAndNotALoss() {
		try (AzureCandidate leader = AzureCandidate.open(server.connectionString(), "leader")) {
			leader.win("revoked");
			BlobServiceClient client = signed(BlobContainerSasPermission.parse("r"), 1);
			try (AzureCandidate reader = AzureCandidate.open(client, "leader")) {
				assertThat(reader.store().renew(java.util.List.of(leader.renewal("revoked")), AzureCandidate.PATIENCE))
					.singleElement()
					.isInstanceOf(Outcome.Unknown.class);
			}
			assertThat(leader.renew("revoked")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void expiredSignatureIsReported() {
		BlobServiceClient client = signed(BlobContainerSasPermission.parse("racw"), -1);
		try (AzureCandidate candidate = AzureCandidate.open(client, "candidate")) {
			assertReportedWithoutSecret(candidate.acquire("e"), "sig=");
		}
	}

	@Test
	void unknownHostIsReportedWithoutTheKey() {
		String connectionString = server.connectionString().replace("127.0.0.1", "no-such-host.invalid");
		try (AzureCandidate candidate = AzureCandidate.open(connectionString, "candidate")) {
			Outcome outcome = candidate.acquire("e");
			assertThat(message(outcome)).contains("endpoint").doesNotContain(AzuriteServer.KEY);
		}
	}

	private static BlobServiceClient signed(BlobContainerSasPermission permissions, int hours) {
		String signature = BlobRecords.of(server)
			.client()
			.getBlobContainerClient(AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER)
			.generateSas(new BlobServiceSasSignatureValues(OffsetDateTime.now().plusHours(hours), permissions));
		return new BlobServiceClientBuilder().endpoint(server.endpoint() + "?" + signature).buildClient();
	}

	private static void assertReportedWithoutSecret(Outcome outcome, String secret) {
		assertThat(message(outcome)).contains("403").doesNotContain(secret);
		assertThat(((Outcome.Unknown) outcome).cause()).hasNoCause();
	}

	private static String message(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause().toString();
	}

}
