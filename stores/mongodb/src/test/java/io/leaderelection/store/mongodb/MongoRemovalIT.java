/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Documents that somebody deletes or changes, and many candidates at once.
 */
@Tag("server")
@Tag("slow")
class MongoRemovalIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static FerretServer server;

	private final SteppedTime time = new SteppedTime();

	private final List<TestCandidate> candidates = new ArrayList<>();

	@AutoClose
	private final MongoClient client = MongoClients.create(server.uri());

	private final MongoDocuments documents = new MongoDocuments(this.client);

	@BeforeAll
	static void startServer() {
		server = FerretServer.open();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@AfterEach
	void close() {
		this.candidates.forEach(TestCandidate::close);
	}

	LeaseStore open(MongoClient client, TimeSystem time) {
		return MongoLeaseStoreFactory.builder(client).build().open(time);
	}

	private TestCandidate open(String name, SteppedTime time) {
		TestCandidate candidate = new TestCandidate(open(this.client, time), name, LEASE);
		this.candidates.add(candidate);
		return candidate;
	}

	private TestCandidate open(String name) {
		return open(name, this.time);
	}

	/** The time of the former leader stands still, so only the condition stops it. */
	@Test
	@Tag("mutation")
	void formerLeaderDoesNotOverwriteItsSuccessor() {
		TestCandidate former = open("former", new SteppedTime());
		former.win("succeeded");
		TestCandidate successor = open("successor");
		assertThat(successor.acquire("succeeded")).isInstanceOf(Outcome.Leased.class);
		this.time.step(LEASE.plusSeconds(1));
		successor.win("succeeded");
		assertThat(former.renew("succeeded")).isEqualTo(new Outcome.Lost());
		assertThat(successor.renew("succeeded")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void deletedDocumentEndsTheTermAndTheNextTokenIsHigher() {
		TestCandidate leader = open("leader");
		long token = leader.win("deleted").token();
		this.documents.delete(TestCandidate.key("deleted"));
		assertThat(leader.renew("deleted")).isEqualTo(new Outcome.Lost());
		assertThat(open("rival").win("deleted").token()).isGreaterThan(token);
	}

	@Test
	void changedDocumentIsGarbageUntilItIsDeleted() {
		TestCandidate leader = open("leader");
		leader.win("changed");
		this.documents.write(TestCandidate.key("changed"), 7);
		for (Outcome outcome : new Outcome[] { leader.renew("changed"), leader.observe("changed"),
				leader.acquire("changed"), leader.release("changed") }) {
			assertThat(((Outcome.Unknown) outcome).cause()).isInstanceOf(GarbageRecordException.class)
				.hasMessageContaining("then delete the document");
		}
		assertThat(this.documents.document(TestCandidate.key("changed"))).containsEntry("record", 7);
		this.documents.delete(TestCandidate.key("changed"));
		open("rival").win("changed");
	}

	@Test
	void exactlyOneOfManyCandidatesWins() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (int round = 0; round < 10; round++) {
				String election = "contended-" + round;
				List<Callable<Outcome>> attempts = new ArrayList<>();
				for (int i = 0; i < 8; i++) {
					TestCandidate candidate = open("candidate-" + i);
					attempts.add(() -> candidate.acquire(election, 0));
				}
				int winners = 0;
				for (Future<Outcome> attempt : threads.invokeAll(attempts)) {
					assertThat(attempt.get()).isInstanceOfAny(Outcome.Granted.class, Outcome.Leased.class);
					winners += (attempt.get() instanceof Outcome.Granted) ? 1 : 0;
				}
				assertThat(winners).as("winners of round %d", round).isEqualTo(1);
			}
		}
		finally {
			threads.shutdown();
		}
	}

}
