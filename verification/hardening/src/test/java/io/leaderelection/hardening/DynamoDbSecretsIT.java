/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.leaderelection.servers.DynamoServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;

/** On moto, which checks keys. */
@Tag("slow")
class DynamoDbSecretsIT extends SecretsContract<DynamoServer> {

	private static final String POLICY = "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\","
			+ "\"Action\":\"dynamodb:*\",\"Resource\":\"*\"}]}";

	private static DynamoServer.@Nullable User user;

	@Override
	DynamoServer open(Path directory) {
		DynamoServer moto = DynamoServer.openMoto();
		moto.restrict(POLICY);
		user = moto.user();
		return moto;
	}

	private static DynamoServer.User user() {
		return Objects.requireNonNull(user);
	}

	@Override
	List<String> secrets() {
		return List.of(CANARY.toLowerCase(Locale.ROOT), user().secretKey().toLowerCase(Locale.ROOT));
	}

	@Override
	List<List<String>> working() {
		return List.of(properties(RightKeys.class, "leader-election.dynamodb.endpoint=" + this.server.endpoint()),
				properties(ClientOfTheApplication.class, "endpoint-of-the-application=" + this.server.endpoint()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(properties(WrongKeys.class, "leader-election.dynamodb.endpoint=" + this.server.endpoint()));
	}

	@Override
	List<List<String>> unreachable() {
		String endpoint = DynamoServer.endpoint(UNUSED_PORT);
		return List.of(properties(WrongKeys.class, "leader-election.dynamodb.endpoint=" + endpoint),
				properties(ClientOfTheApplication.class, "endpoint-of-the-application=" + endpoint));
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(mistake("http://app:" + CANARY + "@127.0.0.1:1"), mistake("app:" + CANARY + "@127.0.0.1:1"),
				mistake("http://127.0.0.1:1?X-Amz-Signature=" + CANARY),
				mistake("http://app:" + CANARY + " @127.0.0.1:1"));
	}

	private static List<String> mistake(String endpoint) {
		return properties(WrongKeys.class, "leader-election.dynamodb.endpoint=" + endpoint);
	}

	private static List<String> properties(Class<?> beans, String address) {
		return List.of("spring.main.sources=" + beans.getName(), address, "leader-election.backend=dynamodb",
				"leader-election.dynamodb.initialize-schema=always");
	}

	private static AwsCredentialsProvider keys(String secret) {
		return StaticCredentialsProvider.create(AwsBasicCredentials.create(user().accessKey(), secret));
	}

	static class RightKeys {

		@Bean
		AwsCredentialsProvider rightKeys() {
			return keys(user().secretKey());
		}

	}

	static class WrongKeys {

		@Bean
		AwsCredentialsProvider wrongKeys() {
			return keys(WRONG);
		}

	}

	static class ClientOfTheApplication {

		@Bean
		DynamoDbClient clientOfTheApplication(@Value("${endpoint-of-the-application}") URI endpoint) {
			return DynamoDbClient.builder()
				.endpointOverride(endpoint)
				.region(Region.US_EAST_1)
				.credentialsProvider(keys(user().secretKey()))
				.build();
		}

	}

}
