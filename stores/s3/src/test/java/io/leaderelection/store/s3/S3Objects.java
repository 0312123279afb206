/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.net.URI;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;

import io.leaderelection.servers.VersityServer;
import io.leaderelection.store.ElectionKey;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads and changes the objects of the store without the store.
 */
final class S3Objects {

	static final ObjectNames NAMES = new ObjectNames(S3LeaseStoreFactory.DEFAULT_PREFIX);

	private final S3Client client;

	S3Objects(S3Client client) {
		this.client = client;
	}

	static S3ClientBuilder clients(String endpoint, String accessKey, String secretKey) {
		return S3Client.builder()
			.endpointOverride(URI.create(endpoint))
			.region(Region.US_EAST_1)
			.forcePathStyle(true)
			.credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, secretKey)));
	}

	static S3Client client(int port) {
		return clients(VersityServer.endpoint(port), VersityServer.ACCESS_KEY, VersityServer.SECRET_KEY).build();
	}

	static S3LeaseStoreFactory factory(int port) {
		return S3LeaseStoreFactory.builder(() -> client(port)).bucket(VersityServer.BUCKET).build();
	}

	/** Returns the content of the object. */
	String text(ElectionKey key) {
		return this.client.getObjectAsBytes((request) -> request.bucket(VersityServer.BUCKET).key(NAMES.of(key)))
			.asUtf8String();
	}

	void write(ElectionKey key, String content) {
		this.client.putObject((request) -> request.bucket(VersityServer.BUCKET).key(NAMES.of(key)),
				RequestBody.fromString(content));
	}

	void delete(ElectionKey key) {
		this.client.deleteObject((request) -> request.bucket(VersityServer.BUCKET).key(NAMES.of(key)));
	}

	void edit(ElectionKey key, UnaryOperator<String> change) {
		write(key, change.apply(text(key)));
	}

	/** Changes a field of the record. */
	void setField(ElectionKey key, String name, String value) {
		String line = "(?m)^" + name + "=.*\n";
		assertThat(text(key)).containsPattern(line);
		edit(key, (text) -> text.replaceFirst(line, Matcher.quoteReplacement(name + "=" + value + "\n")));
	}

}
