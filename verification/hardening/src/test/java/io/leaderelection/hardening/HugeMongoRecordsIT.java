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
import org.bson.Document;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class HugeMongoRecordsIT extends HugeRecordsContract<FerretServer> {

	@Override
	FerretServer open(Path directory) {
		return FerretServer.open();
	}

	@Override
	List<String> store() {
		return List.of("leader-election.mongodb.uri=" + this.server.uri(),
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS);
	}

	@Override
	void writeHuge(String election) {
		String record = "leader-election-record 1\ntoken=1\ncandidate=" + "c".repeat(8_000_000) + "\nend\n";
		try (MongoClient client = MongoClients.create(this.server.uri())) {
			client.getDatabase("leaderElection")
				.getCollection("leaderElection")
				.insertOne(new Document("_id", NAMESPACE + ";" + election).append("record", record));
		}
	}

}
