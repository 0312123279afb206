/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

import io.leaderelection.servers.EtcdServer;

import static org.assertj.core.api.Assertions.assertThat;

class HugeEtcdRecordsIT extends HugeRecordsContract<EtcdServer> {

	/** The server accepts a request of up to 1.5 MiB. */
	private static final int SIZE = 1_500_000;

	@Override
	EtcdServer open(Path directory) {
		return EtcdServer.open();
	}

	@Override
	List<String> store() {
		return List.of("leader-election.etcd.endpoints=" + this.server.endpoint(),
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) throws Exception {
		String key = "leader-election/" + NAMESPACE + "/" + election + "/record";
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.server.endpoint() + "/v3/kv/put"))
			.POST(HttpRequest.BodyPublishers
				.ofString("{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64("x".repeat(SIZE)) + "\"}"))
			.build();
		HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
	}

	private static String base64(String text) {
		return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

}
