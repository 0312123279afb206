/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

import io.leaderelection.servers.AzuriteServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AzureBlobSecretsIT extends SecretsContract<AzuriteServer> {

	/** A key of the right format and length. */
	private static final String WRONG_KEY = Base64.getEncoder()
		.encodeToString((CANARY + "-".repeat(64 - CANARY.length())).getBytes(StandardCharsets.US_ASCII));

	@Override
	AzuriteServer open(Path directory) {
		return AzuriteServer.open();
	}

	@Override
	List<String> secrets() {
		return List.of(CANARY.toLowerCase(Locale.ROOT), AzuriteServer.KEY.substring(0, 20).toLowerCase(Locale.ROOT),
				WRONG_KEY.substring(0, 16).toLowerCase(Locale.ROOT));
	}

	@Override
	List<List<String>> working() {
		return List.of(connectionString(this.server.connectionString()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(connectionString(this.server.connectionString().replace(AzuriteServer.KEY, WRONG_KEY)),
				endpoint(this.server.endpoint() + "?" + signature()));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(connectionString(AzuriteServer.connectionString(UNUSED_PORT)),
				endpoint(AzuriteServer.endpoint(UNUSED_PORT) + "?" + signature()));
	}

	private static String signature() {
		return "sv=2022-11-02&ss=b&srt=sco&sp=racw&se=2099-01-01T00%3A00%3A00Z&sig=" + CANARY + "%2Bx%3D";
	}

	private static List<String> connectionString(String text) {
		return List.of("leader-election.azure-blob.connection-string=" + text);
	}

	private static List<String> endpoint(String text) {
		return List.of("leader-election.azure-blob.endpoint=" + text);
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(connectionString("AccountName=a;AccountKey=" + CANARY),
				connectionString("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=" + CANARY
						+ "!!;EndpointSuffix=127.0.0.1:1"),
				connectionString("BlobEndpoint=http://127.0.0.1:1/a;SharedAccessSignature=" + signature()),
				connectionString("BlobEndpoint=http://127.0.0.1:1 /a;SharedAccessSignature=" + signature()),
				connectionString(CANARY), endpoint("https://app:" + CANARY + "@127.0.0.1:1/a?sig=x"),
				endpoint("https://127.0.0.1:1/a?sig=" + CANARY + " x"), endpoint("127.0.0.1:1/a?sig=" + CANARY));
	}

}
