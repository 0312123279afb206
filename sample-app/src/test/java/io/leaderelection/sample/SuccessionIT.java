/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.sample.SampleCluster.Led;
import io.leaderelection.sample.SampleProcess.PendingQuestion;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Succession with the local store.
 */
@Tag("slow")
class SuccessionIT extends SuccessionContract {

	@Override
	SampleStore openStore() {
		return SampleStore.local();
	}

	@Test
	@DisplayName("A stopped leader does not answer that it leads before the store has confirmed it")
	void stoppedLeaderDoesNotLeadBeforeTheStoreConfirms() throws Exception {
		Led stopped = cluster().awaitLeaderAbove(0);
		cluster().awaitEntry(stopped.fencingToken());
		stopped.process().signal("STOP");
		long stoppedAt = System.nanoTime();
		// A stopped process keeps its file lock, so no other instance can take over yet
		Awaitility.await()
			.during(SampleCluster.LEASE.plusSeconds(3))
			.atMost(Duration.ofMinutes(1))
			.until(() -> cluster().answers()
				.stream()
				.noneMatch((answer) -> answer.sent() >= stoppedAt && answer.leading()));
		List<PendingQuestion> questions = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			questions.add(stopped.process().askWithoutWaiting());
		}
		stopped.process().signal("CONT");

		for (PendingQuestion question : questions) {
			assertNotLeadingWith(stopped.fencingToken(), question.await());
		}
		Led successor = cluster().awaitLeaderAbove(stopped.fencingToken());
		cluster().awaitEntry(successor.fencingToken());
		long thawed = questions.get(0).sent();
		cluster().answers()
			.stream()
			.filter((answer) -> answer.sent() >= thawed)
			.forEach((answer) -> assertNotLeadingWith(stopped.fencingToken(), answer));
		assertNobodyLedBesideAnother(2);
		assertLedgerIsFlawless();
	}

}
