/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.leaderelection.Candidacy;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.StoreCandidate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that only elections that this process leads keep a lock file open.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalOpenFilesIT {

	private static final Duration LONG = Duration.ofMinutes(5);

	private static final int NAMES = 2_000;

	@TempDir
	private Path directory;

	private LocalLeaseStoreFactory factory() {
		return new LocalLeaseStoreFactory(this.directory);
	}

	@Test
	void electionsThatWereLeftKeepNoFileOpen() throws Exception {
		try (ElectionEngine engine = engine("one")) {
			engine.start();
			Candidacy kept = engine.join("kept");
			for (int i = 0; i < NAMES; i += 100) {
				joinAndLeave(engine, IntStream.range(i, i + 100).mapToObj((name) -> "e" + name).toList());
			}
			assertThat(kept.election().awaitLeader(LONG)).isTrue();
			await().untilAsserted(() -> assertThat(OpenFiles.below(this.directory)).isEqualTo(1));
			joinAndLeave(engine, List.of("e0", "e1"));
			assertThat(kept.election().isLeader()).isTrue();
			await().untilAsserted(() -> assertThat(OpenFiles.below(this.directory)).isEqualTo(1));
		}
		assertThat(OpenFiles.below(this.directory)).isZero();
	}

	private static void joinAndLeave(ElectionEngine engine, List<String> names) {
		List<Candidacy> candidacies = names.stream().map(engine::join).toList();
		candidacies.forEach((candidacy) -> assertThat(awaitLeader(candidacy)).isTrue());
		candidacies.forEach(Candidacy::close);
	}

	private static boolean awaitLeader(Candidacy candidacy) {
		try {
			return candidacy.election().awaitLeader(LONG);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ElectionEngine engine(String instance) {
		LocalLeaseStoreFactory factory = factory();
		return ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace("open-files")
			.instanceName(instance)
			.timing(ElectionTiming.builder().lease(Duration.ofMinutes(1)).build())
			.build();
	}

	@Test
	void electionsOfAnotherProcessKeepNoFileOpen() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG);
				StoreCandidate follower = new StoreCandidate(factory().open(), "follower", LONG)) {
			for (int i = 0; i < 100; i++) {
				assertThat(other.send("acquire", "e" + i)).startsWith("Granted");
				assertThat(follower.acquire("e" + i)).isInstanceOf(Outcome.Leased.class);
			}
			assertThat(OpenFiles.below(this.directory)).isZero();
		}
	}

	@Test
	void electionsOfAnotherStoreOfThisProcessKeepOneFileOpen() throws IOException {
		try (StoreCandidate leader = new StoreCandidate(factory().open(), "leader", LONG);
				StoreCandidate follower = new StoreCandidate(factory().open(), "follower", LONG)) {
			for (int i = 0; i < 100; i++) {
				assertThat(leader.acquire("e" + i)).isInstanceOf(Outcome.Granted.class);
				assertThat(follower.acquire("e" + i)).isInstanceOf(Outcome.Leased.class);
			}
			assertThat(OpenFiles.below(this.directory)).isEqualTo(100);
			for (int i = 0; i < 100; i++) {
				leader.release("e" + i);
			}
			assertThat(OpenFiles.below(this.directory)).isZero();
		}
	}

}
