/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests records that are as large as the store accepts and that another client wrote.
 * Their elections have no leader, with a short error message. Other elections of the
 * instance are unaffected, although the same calls contain them.
 */
abstract class HugeRecordsContract<S extends AutoCloseable> extends ServerContract<S> {

	static final String NAMESPACE = "orders";

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final int RENEWALS = 3;

	private static final int LONGEST_LOG = 200_000;

	private static final int LONGEST_ANSWER = 50_000;

	private static final List<String> HUGE = IntStream.rangeClosed(1, 6).mapToObj((i) -> "huge" + i).toList();

	/** The properties of the store. */
	abstract List<String> store();

	/** Writes an invalid record of some megabytes, if the store accepts them. */
	abstract void writeHuge(String election) throws Exception;

	@BeforeEach
	void clearLog() {
		KeptLog.clear();
	}

	private OpenApplication start() {
		List<String> properties = new ArrayList<>(store());
		properties.add("leader-election.default-election=good");
		properties.add("leader-election.renew-interval=1s");
		return OpenApplication.start(Object.class, properties);
	}

	@Test
	void hugeRecordsAffectOnlyTheirOwnElections() throws Exception {
		try (OpenApplication application = start()) {
			// Creates the container or node of the records
			await().atMost(PATIENCE).until(() -> application.elections().get("good").isLeader());
		}
		for (String election : HUGE) {
			writeHuge(election);
		}
		try (OpenApplication application = start()) {
			HUGE.forEach(application.elections()::join);
			LeaderElection good = application.elections().get("good");
			await().atMost(PATIENCE).until(good::isLeader);
			long token = good.leadership().orElseThrow().fencingToken();
			for (String election : HUGE) {
				await().atMost(PATIENCE)
					.until(() -> application.elections().get(election).status().lastError() != null);
				assertThat(application.elections().get(election).status().lastError()).as(election)
					.containsAnyOf("garbage", "too long", "larger", "longer")
					.hasSizeLessThan(1000);
				assertThat(application.elections().get(election).status().state()).isEqualTo(ElectionState.FOLLOWER);
			}
			awaitRenewals(good);
			assertThat(good.leadership().orElseThrow().fencingToken()).isEqualTo(token);
			assertThat(good.status().lastError()).isNull();
			Map<String, String> shown = application.shown();
			assertThat(shown.get("/actuator/leader")).hasSizeLessThan(LONGEST_ANSWER);
			assertThat(shown.get("/actuator/health")).hasSizeLessThan(LONGEST_ANSWER);
		}
		assertThat(KeptLog.ofLeaderElection()).hasSizeLessThan(LONGEST_LOG);
	}

	private static void awaitRenewals(LeaderElection election) {
		Instant[] last = { election.status().lastContact() };
		for (int i = 0; i < RENEWALS; i++) {
			await().atMost(PATIENCE).until(() -> !last[0].equals(election.status().lastContact()));
			last[0] = election.status().lastContact();
		}
		assertThat(election.isLeader()).isTrue();
	}

}
