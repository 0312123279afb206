/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.leaderelection.servers.FerretServer;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which of the servers that the tests use replace a document in one atomic step, as
 * MongoDB documents it.
 */
@Tag("server")
@Tag("slow")
class ReplacementsAtOnceIT {

	private static final int ROUNDS = 50;

	private static final int WRITERS = 8;

	@Test
	void oneWinsOnFerretDbWithTheLock() throws Exception {
		try (FerretServer server = FerretServer.open()) {
			assertThat(winners(server.uri())).containsOnly(1);
		}
	}

	@Test
	void oneWinsOnTheServerInJava() throws Exception {
		try (JavaServer server = new JavaServer()) {
			assertThat(winners(server.uri())).containsOnly(1);
		}
	}

	/** So the page names it as a server over which nobody must elect. */
	@Test
	void severalWinOnFerretDbAsItIs() throws Exception {
		try (FerretServer server = FerretServer.openUnchanged()) {
			assertThat(winners(server.uri())).anyMatch((winners) -> winners > 1);
		}
	}

	/** Returns how many writers have replaced the same version, for each round. */
	private static List<Integer> winners(String uri) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
		try (MongoClient client = MongoClients.create(uri)) {
			MongoCollection<Document> collection = client.getDatabase("rounds").getCollection("rounds");
			List<Integer> winners = new ArrayList<>();
			for (int round = 0; round < ROUNDS; round++) {
				Document former = new Document("_id", "round-" + round).append("version", "0");
				collection.insertOne(former);
				CyclicBarrier together = new CyclicBarrier(WRITERS);
				List<Callable<Document>> writers = new ArrayList<>();
				for (int i = 0; i < WRITERS; i++) {
					Document next = new Document(former).append("version", "by-" + i);
					writers.add(() -> {
						together.await(1, TimeUnit.MINUTES);
						return collection.findOneAndReplace(former, next);
					});
				}
				int won = 0;
				for (Future<Document> writer : threads.invokeAll(writers)) {
					won += (writer.get() != null) ? 1 : 0;
				}
				winners.add(won);
			}
			return winners;
		}
		finally {
			threads.shutdown();
		}
	}

}
