/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3.autoconfigure;

import java.net.URI;
import java.util.regex.Pattern;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.s3.S3LeaseStoreFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * Describes the S3 store.
 *
 * @param properties the properties of the store
 * @param clientBean the application's client
 * @param credentials the application's credentials, for the store's own client
 */
record S3LeaseStoreDescriptor(S3LeaderElectionProperties properties, StoreBean<S3Client> clientBean,
		ObjectProvider<AwsCredentialsProvider> credentials) implements LeaseStoreDescriptor {

	static final String NAME = "s3";

	private static final String PREFIX = "leader-election.s3.";

	/** Without a user, which messages would show as a part of the address. */
	private static final Pattern ENDPOINT = Pattern
		.compile("https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+])(:\\d{1,5})?(/[\\w./-]*)?");

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		return StringUtils.hasText(this.properties.bucket()) ? Detection.configured(PREFIX + "bucket")
				: Detection.none(PREFIX + "bucket is not set");
	}

	@Override
	public LeaseStoreFactory factory() {
		String bucket = this.properties.bucket();
		if (!StringUtils.hasText(bucket)) {
			throw new LeaderElectionConfigurationException("The S3 store has no bucket",
					"Set " + PREFIX + "bucket to the name of a bucket that exists");
		}
		boolean own = StringUtils.hasText(this.properties.endpoint()) || StringUtils.hasText(this.properties.region());
		S3Client client = own ? null : this.clientBean.find();
		S3LeaseStoreFactory.Builder builder = (client != null) ? S3LeaseStoreFactory.builder(client)
				: S3LeaseStoreFactory.builder(clients()::build);
		LeaderElectionConfigurationException.requireLegal(() -> builder.bucket(bucket.trim()),
				(problem) -> PREFIX + "bucket is '" + bucket + "', which is not a valid name of a bucket",
				"Use the name without 's3://', or the ARN of an access point");
		String prefix = this.properties.prefix();
		LeaderElectionConfigurationException.requireLegal(() -> builder.prefix(prefix),
				(problem) -> PREFIX + "prefix is '" + prefix + "', which is not a valid beginning of names",
				"Use parts of letters, digits, '_', '-' and '.' with '/' between them, none beginning with '.'");
		return builder.build();
	}

	private S3ClientBuilder clients() {
		String endpoint = this.properties.endpoint();
		S3ClientBuilder clients = S3Client.builder()
			.region(region())
			.forcePathStyle(this.properties.pathStyleAccess())
			// Not every service knows the checksums, and a record ends with a mark
			.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
			.responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
		if (StringUtils.hasText(endpoint)) {
			if (!ENDPOINT.matcher(endpoint.trim()).matches()) {
				throw new LeaderElectionConfigurationException(PREFIX + "endpoint is not a URL of a service",
						"Write it as https://s3.example.com, without a user and without the bucket");
			}
			clients.endpointOverride(URI.create(endpoint.trim()));
		}
		this.credentials.ifUnique(clients::credentialsProvider);
		return clients;
	}

	/** A service elsewhere seldom cares about the region, but a signature needs one. */
	private Region region() {
		String region = this.properties.region();
		if (StringUtils.hasText(region)) {
			return Region.of(region.trim());
		}
		if (StringUtils.hasText(this.properties.endpoint())) {
			return Region.US_EAST_1;
		}
		try {
			return new DefaultAwsRegionProviderChain().getRegion();
		}
		catch (SdkClientException ex) {
			throw new LeaderElectionConfigurationException(
					"The S3 store has no client: " + this.clientBean.reasonForNone() + ", neither " + PREFIX
							+ "region nor " + PREFIX + "endpoint is set, and the AWS SDK finds no region",
					"Set " + PREFIX + "region, or add spring-cloud-aws-starter-s3");
		}
	}

}
