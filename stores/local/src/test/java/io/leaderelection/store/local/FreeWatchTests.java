/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.testkit.WatchedNotifications;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FreeWatch}.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FreeWatchTests {

	@Test
	void watchRestartsIfItsDirectoryIsReplaced(@TempDir Path directory) throws IOException, InterruptedException {
		WatchedNotifications notifications = new WatchedNotifications();
		try (StoreCandidate leader = new StoreCandidate(new LocalLeaseStoreFactory(directory).open(), "leader",
				Duration.ofMinutes(5))) {
			leader.store().watch(StoreCandidate.key("e").namespace(), notifications);
			notifications.await("live true");
			Path free = directory.resolve(ElectionFiles.FREE_DIRECTORY);
			Files.delete(free);
			notifications.await("live false");
			notifications.await("live true");
			assertThat(free).isDirectory();
			leader.win("e");
			assertThat(leader.release("e")).isInstanceOf(Outcome.Released.class);
			notifications.await("notification e");
		}
	}

}
