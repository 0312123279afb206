/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that stores which are opened, used and closed repeatedly leak nothing.
 */
class LocalLeakIT {

	private static final int TIMES = 1_000;

	@TempDir
	private Path directory;

	@Test
	void closedStoresLeaveNeitherFilesNorThreads() throws IOException {
		// Threads of other tests in this process
		Set<Thread> others = threads();
		turn();
		int open = OpenFiles.below(this.directory);
		for (int i = 0; i < TIMES; i++) {
			turn();
		}
		assertThat(OpenFiles.below(this.directory)).as("open files of the directory").isLessThanOrEqualTo(open);
		try (Stream<Path> files = Files.list(this.directory)) {
			assertThat(files).as("files of one election").hasSizeLessThanOrEqualTo(3);
		}
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			Set<Thread> left = threads();
			left.removeAll(others);
			assertThat(left).as(() -> stacks(left)).isEmpty();
		});
	}

	private void turn() {
		try (StoreCandidate candidate = new StoreCandidate(new LocalLeaseStoreFactory(this.directory).open(),
				"candidate", Duration.ofMinutes(1))) {
			candidate.store().watch(StoreCandidate.key("e").namespace(), new WatchedNotifications());
			candidate.win("e");
			assertThat(candidate.release("e")).isEqualTo(new Outcome.Released());
		}
	}

	private static String stacks(Set<Thread> threads) {
		return threads.stream()
			.map((thread) -> thread.getState() + " at "
					+ Stream.of(thread.getStackTrace()).map(Objects::toString).collect(Collectors.joining("\n  ")))
			.collect(Collectors.joining("\n"));
	}

	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election-local"))
			.collect(Collectors.toSet());
	}

}
