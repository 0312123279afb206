/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb.autoconfigure;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.mongodb.MongoLeaseStoreFactory;

import org.springframework.util.StringUtils;

/**
 * Describes the MongoDB store.
 *
 * @param properties the properties of the store
 * @param clientBean the application's client
 */
record MongoLeaseStoreDescriptor(MongoLeaderElectionProperties properties,
		StoreBean<MongoClient> clientBean) implements LeaseStoreDescriptor {

	static final String NAME = "mongodb";

	private static final String PREFIX = "leader-election.mongodb.";

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		if (StringUtils.hasText(this.properties.uri())) {
			return Detection.configured(PREFIX + "uri");
		}
		String evidence = this.clientBean.evidence();
		return (evidence != null) ? Detection.detected(evidence)
				: Detection.none(PREFIX + "uri is not set, and there is " + this.clientBean.reasonForNone());
	}

	@Override
	public LeaseStoreFactory factory() {
		MongoLeaseStoreFactory.Builder builder = builder();
		LeaderElectionConfigurationException.requireLegal(() -> builder.database(this.properties.database()),
				(problem) -> PREFIX + "database cannot be used: " + problem, "Correct it, or remove it");
		LeaderElectionConfigurationException.requireLegal(() -> builder.collection(this.properties.collection()),
				(problem) -> PREFIX + "collection cannot be used: " + problem, "Correct it, or remove it");
		return builder.build();
	}

	private MongoLeaseStoreFactory.Builder builder() {
		String uri = this.properties.uri();
		if (StringUtils.hasText(uri)) {
			ConnectionString parsed = parse(uri.trim());
			return MongoLeaseStoreFactory.builder(() -> MongoClients.create(parsed));
		}
		MongoClient client = this.clientBean.find();
		if (client == null) {
			throw new LeaderElectionConfigurationException(
					"The MongoDB store has no client: " + this.clientBean.reasonForNone() + ", and " + PREFIX
							+ "uri is not set",
					"Set spring.mongodb.uri with spring-boot-starter-mongodb on the class path, or set " + PREFIX
							+ "uri, for example to mongodb://one,two,three/?replicaSet=rs0");
		}
		return MongoLeaseStoreFactory.builder(client);
	}

	/** Does not show the cause, which may contain the password. */
	private static ConnectionString parse(String uri) {
		try {
			return new ConnectionString(uri);
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(PREFIX + "uri is not a connection string of MongoDB",
					"Write it as mongodb://user:password@one,two,three/?replicaSet=rs0 with special characters of the "
							+ "password percent-encoded, or as mongodb+srv://user:password@host");
		}
	}

}
