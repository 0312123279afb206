/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.store.support.ServiceClient;
import io.leaderelection.time.TimeSystem;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/**
 * Factory for the DynamoDB store. Create one with {@link #builder(DynamoDbClient)}.
 */
public final class DynamoDbLeaseStoreFactory implements LeaseStoreFactory {

	/** The name of the table by default. */
	public static final String DEFAULT_TABLE = "leader_election";

	private static final StoreTraits TRAITS = new StoreTraits("dynamodb", StoreTraits.Clock.OBSERVER,
			Duration.ofMillis(1), Duration.ofDays(365), false, false, false, true);

	private final Settings settings;

	private DynamoDbLeaseStoreFactory(Settings settings) {
		this.settings = settings;
	}

	/**
	 * Creates a builder.
	 * @param client the client of the service, which the store does not close. Each
	 * request is sent once and with a timeout of its own, whatever the retries and
	 * timeouts of the client are
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(DynamoDbClient client) {
		return new Builder(() -> client, false);
	}

	/**
	 * Creates a builder for stores with a client of their own.
	 * @param clients creates a client for each store, which closes it
	 * @return the builder, with everything else at its default
	 */
	public static Builder builder(Supplier<DynamoDbClient> clients) {
		return new Builder(clients, true);
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store without calling the service.
	 * @return the store
	 */
	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		ServiceClient<DynamoDbClient> client = new ServiceClient<>(this.settings.clients,
				this.settings.owned ? DynamoDbClient::close : null);
		DynamoDbFailures failures = new DynamoDbFailures(service(client.get().serviceClientConfiguration()),
				this.settings.table);
		Table table = new Table(client, this.settings.table, failures);
		TableCheck check = new TableCheck(table, this.settings.creates);
		return new ConditionalStore("DynamoDB", new DynamoDbRecords(table, check), time);
	}

	private static String service(DynamoDbServiceClientConfiguration client) {
		return client.endpointOverride()
			.map((endpoint) -> "the service at " + endpoint.getAuthority().replaceFirst(".*@", ""))
			.orElse("Amazon DynamoDB in the region " + client.region());
	}

	/**
	 * Builds a factory.
	 */
	public static final class Builder {

		private static final Pattern TABLE = Pattern.compile("arn:\\S{1,2000}|[A-Za-z0-9._-]{3,255}");

		private final Supplier<DynamoDbClient> clients;

		private final boolean owned;

		private String table = DEFAULT_TABLE;

		private boolean creates;

		private Builder(Supplier<DynamoDbClient> clients, boolean owned) {
			this.clients = clients;
			this.owned = owned;
		}

		/**
		 * Sets the table. All instances need the same.
		 * @param table its name or ARN; the default is {@value #DEFAULT_TABLE}
		 * @return this
		 * @throws IllegalArgumentException if it is not valid
		 */
		public Builder table(String table) {
			if (!TABLE.matcher(table).matches()) {
				throw new IllegalArgumentException("'" + table + "' is not valid. Use the name or the ARN of a table");
			}
			this.table = table;
			return this;
		}

		/**
		 * Sets whether to create the table if it is missing, which needs the right to
		 * describe it and to create it.
		 * @param creates whether to create it; the default is {@code false}
		 * @return this
		 */
		public Builder createTable(boolean creates) {
			this.creates = creates;
			return this;
		}

		/**
		 * Builds the factory.
		 * @return the factory
		 */
		public DynamoDbLeaseStoreFactory build() {
			return new DynamoDbLeaseStoreFactory(new Settings(this.clients, this.owned, this.table, this.creates));
		}

	}

	private record Settings(Supplier<DynamoDbClient> clients, boolean owned, String table, boolean creates) {

	}

}
