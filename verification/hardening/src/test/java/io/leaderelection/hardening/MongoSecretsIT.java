/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;
import java.util.List;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.servers.FerretServer;
import org.junit.jupiter.api.Tag;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;

@Tag("slow")
class MongoSecretsIT extends SecretsContract<FerretServer> {

	private static final String WRONG_IN_URL = CANARY + "%2Bwrong%2Fone";

	@Override
	FerretServer open(Path directory) {
		return FerretServer.openWithPassword(PASSWORD);
	}

	@Override
	List<List<String>> working() {
		String uri = FerretServer.uri(this.server.port(), PASSWORD_IN_URL);
		return List.of(List.of("leader-election.mongodb.uri=" + uri), List
			.of("spring.main.sources=" + ClientOfTheApplication.class.getName(), "uri-of-the-application=" + uri));
	}

	@Override
	List<List<String>> refused() {
		return List.of(List.of("leader-election.mongodb.uri=" + FerretServer.uri(this.server.port(), WRONG_IN_URL)));
	}

	@Override
	List<List<String>> unreachable() {
		return List.of(List.of("leader-election.mongodb.uri=" + FerretServer.uri(UNUSED_PORT, PASSWORD_IN_URL)));
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(mistake("mongodb://app:" + PASSWORD + "@127.0.0.1:1/"),
				mistake("app:" + CANARY + "@127.0.0.1:1"), mistake("mongodb://app:" + CANARY + "@127.0.0.1:port/"),
				mistake("mongodb://app:" + CANARY + "@127.0.0.1:1/?authMechanism=" + CANARY));
	}

	private static List<String> mistake(String uri) {
		return List.of("leader-election.mongodb.uri=" + uri);
	}

	static class ClientOfTheApplication {

		@Bean
		MongoClient clientOfTheApplication(@Value("${uri-of-the-application}") String uri) {
			return MongoClients.create(uri);
		}

	}

}
