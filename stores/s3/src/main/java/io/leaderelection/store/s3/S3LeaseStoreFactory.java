/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.store.support.ServiceClient;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ServiceClientConfiguration;

/**
 * Factory for the S3 store. Create one with {@link #builder(S3Client)}.
 */
public final class S3LeaseStoreFactory implements LeaseStoreFactory {

	/** The beginning of the names of all objects by default. */
	public static final String DEFAULT_PREFIX = "leader-election/";

	private static final StoreTraits TRAITS = new StoreTraits("s3", StoreTraits.Clock.OBSERVER, Duration.ofMillis(1),
			Duration.ofDays(365), false, false, false, true);

	private final Builder settings;

	private final String bucket;

	private final String prefix;

	private S3LeaseStoreFactory(Builder settings, String bucket) {
		this.settings = settings;
		this.bucket = bucket;
		this.prefix = settings.prefix;
	}

	/**
	 * Creates a builder.
	 * @param client the client of the service, which the store does not close. Each
	 * request is sent once and with a timeout of its own, whatever the retries and
	 * timeouts of the client are
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(S3Client client) {
		return new Builder(() -> client, false);
	}

	/**
	 * Creates a builder for stores with a client of their own.
	 * @param clients creates a client for each store, which closes it
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(Supplier<S3Client> clients) {
		return new Builder(clients, true);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store without calling the service. The bucket must exist when it is first
	 * used.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		ServiceClient<S3Client> client = new ServiceClient<>(this.settings.clients,
				this.settings.owned ? S3Client::close : null);
		ObjectNames names = new ObjectNames(this.prefix);
		S3Failures failures = new S3Failures(service(client.get().serviceClientConfiguration()), this.bucket,
				this.prefix);
		Bucket requests = new Bucket(client, this.bucket, failures);
		ConditionProof proof = new ConditionProof(requests, names.probe(), failures, time.ticker());
		return new ConditionalStore(TRAITS.name(), new S3Records(requests, names, failures, proof, client::close),
				time);
	}

	private static String service(S3ServiceClientConfiguration client) {
		return client.endpointOverride()
			.map((endpoint) -> "the service at " + endpoint.getAuthority().replaceFirst(".*@", ""))
			.orElse("Amazon S3 in the region " + client.region());
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private static final Pattern BUCKET = Pattern.compile("arn:\\S{1,2000}|[A-Za-z0-9][A-Za-z0-9._-]{1,254}");

		private static final Pattern PREFIX = Pattern.compile("(?=.{0,512}$)([\\w-][\\w.-]*/)*([\\w-][\\w.-]*)?");

		private final Supplier<S3Client> clients;

		private final boolean owned;

		private @Nullable String bucket;

		private String prefix = DEFAULT_PREFIX;

		private Builder(Supplier<S3Client> clients, boolean owned) {
			this.clients = clients;
			this.owned = owned;
		}

		/**
		 * Sets the bucket. Required.
		 * @param bucket the name of a bucket, or the ARN of an access point
		 * @return this
		 * @throws IllegalArgumentException if it is not valid
		 */
		public Builder bucket(String bucket) {
			this.bucket = require(BUCKET, bucket, "the name of a bucket without 's3://', or an ARN");
			return this;
		}

		/**
		 * Sets what the names of the objects begin with. All instances need the same.
		 * @param prefix parts of letters, digits, '_', '-' and '.' with '/' between them,
		 * none beginning with '.', of at most 512 characters; the default is
		 * {@value #DEFAULT_PREFIX}
		 * @return this
		 * @throws IllegalArgumentException if it is not valid
		 */
		public Builder prefix(String prefix) {
			this.prefix = require(PREFIX, prefix, "parts of letters, digits, '_', '-' and '.' with '/' between them");
			return this;
		}

		private static String require(Pattern pattern, String text, String remedy) {
			if (!pattern.matcher(text).matches()) {
				throw new IllegalArgumentException("'" + text + "' is not valid. Use " + remedy);
			}
			return text;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 * @throws IllegalStateException if the bucket was not set
		 */
		public S3LeaseStoreFactory build() {
			if (this.bucket == null) {
				throw new IllegalStateException("No bucket is set. Set it with bucket(..)");
			}
			return new S3LeaseStoreFactory(this, this.bucket);
		}

	}

}
