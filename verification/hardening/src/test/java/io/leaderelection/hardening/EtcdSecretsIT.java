/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

import io.leaderelection.servers.EtcdServer;
import org.junit.jupiter.api.BeforeAll;

import static org.assertj.core.api.Assertions.assertThat;

class EtcdSecretsIT extends SecretsContract<EtcdServer> {

	@Override
	EtcdServer open(Path directory) {
		return EtcdServer.open();
	}

	@BeforeAll
	void createUsers() throws Exception {
		for (String name : List.of("root", "app")) {
			ask("user/add", "{\"name\":\"" + name + "\",\"password\":\"" + PASSWORD + "\"}");
			ask("role/add", "{\"name\":\"" + name + "\"}");
			ask("user/grant", "{\"user\":\"" + name + "\",\"role\":\"" + name + "\"}");
		}
		// From "leader-election/" to "leader-election0", in Base64
		ask("role/grant", "{\"name\":\"app\",\"perm\":{\"permType\":\"READWRITE\",\"key\":\"bGVhZGVyLWVsZWN0aW9uLw==\","
				+ "\"range_end\":\"bGVhZGVyLWVsZWN0aW9uMA==\"}}");
		ask("enable", "{}");
	}

	private void ask(String path, String body) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.server.endpoint() + "/v3/auth/" + path))
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build();
		HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
	}

	@Override
	List<List<String>> working() {
		return List.of(properties(PASSWORD, this.server.endpoint()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(properties(WRONG, this.server.endpoint()));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(properties(WRONG, "http://127.0.0.1:" + UNUSED_PORT));
	}

	private static List<String> properties(String password, String endpoint) {
		return List.of("leader-election.etcd.endpoints=" + endpoint, "leader-election.etcd.username=app",
				"leader-election.etcd.password=" + password);
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(endpoint("http://app:" + CANARY + "@127.0.0.1:1"), endpoint("app:" + CANARY + "@127.0.0.1:1"),
				endpoint("http://127.0.0.1:1?password=" + CANARY), endpoint("http://127.0.0.1:1/" + CANARY),
				endpoint("http://app:" + CANARY + " @127.0.0.1:1"),
				endpoint("http://app:p@" + CANARY + "@127.0.0.1:1"));
	}

	private static List<String> endpoint(String endpoint) {
		return List.of("leader-election.etcd.endpoints=" + endpoint);
	}

}
