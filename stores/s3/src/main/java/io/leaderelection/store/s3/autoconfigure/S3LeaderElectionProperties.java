/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3.autoconfigure;

import io.leaderelection.store.s3.S3LeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the S3 store.
 *
 * @param bucket Name of the bucket with an object for each election, or ARN of an access
 * point. The bucket must exist.
 * @param prefix Beginning of the names of the objects, the same for all instances.
 * @param region Region of the bucket. Replaces the application's own S3Client. If neither
 * is there, the region is found as the AWS SDK does.
 * @param endpoint URL of a service with the API of S3. Replaces the application's own
 * S3Client.
 * @param pathStyleAccess Whether the store's own client names the bucket in the path of
 * the URL instead of the host.
 */
@ConfigurationProperties("leader-election.s3")
public record S3LeaderElectionProperties(@Nullable String bucket,
		@DefaultValue(S3LeaseStoreFactory.DEFAULT_PREFIX) String prefix, @Nullable String region,
		@Nullable String endpoint, @DefaultValue("false") boolean pathStyleAccess) {

}
