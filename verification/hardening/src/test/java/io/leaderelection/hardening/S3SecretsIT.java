/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import io.leaderelection.servers.VersityServer;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;

@Tag("slow")
class S3SecretsIT extends SecretsContract<VersityServer> {

	@Override
	VersityServer open(Path directory) {
		return VersityServer.open();
	}

	@Override
	List<String> secrets() {
		return List.of(CANARY.toLowerCase(Locale.ROOT), VersityServer.SECRET_KEY.toLowerCase(Locale.ROOT));
	}

	@Override
	List<List<String>> working() {
		return List.of(properties(RightKeys.class, "leader-election.s3.endpoint=" + this.server.endpoint()),
				properties(ClientOfTheApplication.class, "endpoint-of-the-application=" + this.server.endpoint()));
	}

	@Override
	List<List<String>> refused() {
		return List.of(properties(WrongKeys.class, "leader-election.s3.endpoint=" + this.server.endpoint()));
	}

	@Override
	List<List<String>> unreachable() {
		String endpoint = VersityServer.endpoint(UNUSED_PORT);
		return List.of(properties(WrongKeys.class, "leader-election.s3.endpoint=" + endpoint),
				properties(ClientOfTheApplication.class, "endpoint-of-the-application=" + endpoint));
	}

	@Override
	List<List<String>> mistaken() {
		return List.of(mistake("http://app:" + CANARY + "@127.0.0.1:1"), mistake("app:" + CANARY + "@127.0.0.1:1"),
				mistake("http://127.0.0.1:1?X-Amz-Signature=" + CANARY),
				mistake("http://app:" + CANARY + " @127.0.0.1:1"));
	}

	private static List<String> mistake(String endpoint) {
		return properties(WrongKeys.class, "leader-election.s3.endpoint=" + endpoint);
	}

	private static List<String> properties(Class<?> beans, String address) {
		return List.of("spring.main.sources=" + beans.getName(), address, "leader-election.s3.path-style-access=true",
				"leader-election.s3.bucket=" + VersityServer.BUCKET);
	}

	private static AwsCredentialsProvider keys(String secret) {
		return StaticCredentialsProvider.create(AwsBasicCredentials.create(VersityServer.ACCESS_KEY, secret));
	}

	static class RightKeys {

		@Bean
		AwsCredentialsProvider rightKeys() {
			return keys(VersityServer.SECRET_KEY);
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
		S3Client clientOfTheApplication(@Value("${endpoint-of-the-application}") URI endpoint) {
			return S3Client.builder()
				.endpointOverride(endpoint)
				.region(Region.US_EAST_1)
				.forcePathStyle(true)
				.credentialsProvider(keys(VersityServer.SECRET_KEY))
				.build();
		}

	}

}
