/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the death of a process that leads a thousand elections is noticed, and
 * measures the cost of that many. Prints times without asserting them.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class LocalHandoverIT implements LeaseStore.NotificationListener {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final int ELECTIONS = 1000;

	@TempDir
	Path directory;

	private final Set<String> notified = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean live = new AtomicBoolean();

	private final Ticker ticker = Ticker.system();

	@Override
	public void notified(String election) {
		this.notified.add(election);
	}

	@Override
	public void live(boolean confirmed) {
		this.live.set(confirmed);
	}

	@Test
	void aThousandElectionsOfADeadProcessAreAllNotified() throws Exception {
		Set<String> before = threads();
		long used = usedBytes();
		try (LeaseStore store = new LocalLeaseStoreFactory(this.directory).open();
				StoreShell other = StoreShell.start(this.directory, LEASE)) {
			store.watch(StoreCandidate.key("e").namespace(), this);
			await().until(this.live::get);
			StoreCandidate candidate = new StoreCandidate(store, "here", LEASE);
			for (int i = 0; i < ELECTIONS; i++) {
				assertThat(other.send("acquire", "e" + i)).startsWith("Granted");
				assertThat(candidate.acquire("e" + i)).isInstanceOf(Outcome.Leased.class);
			}
			System.out.printf("MEASURED: local, %d followed elections: %d kB more heap%n", ELECTIONS,
					(usedBytes() - used) / 1024);
			Set<String> added = threads();
			added.removeAll(before);
			added.removeIf((name) -> name.startsWith("process reaper"));
			assertThat(added).as("threads of the store")
				.contains("leader-election-local-watch")
				.hasSizeLessThanOrEqualTo(2);
			long start = this.ticker.nanos();
			other.signal("KILL");
			await().pollInterval(Duration.ofMillis(1)).until(() -> this.notified.size() == ELECTIONS);
			System.out.printf("MEASURED: local, %d notifications after SIGKILL within %.1f ms%n", ELECTIONS,
					(this.ticker.nanos() - start) / 1e6);
			start = this.ticker.nanos();
			for (int i = 0; i < ELECTIONS; i++) {
				assertThat(candidate.acquire("e" + i)).isInstanceOf(Outcome.Granted.class);
			}
			System.out.printf("MEASURED: local, %d take-overs in %.1f ms%n", ELECTIONS,
					(this.ticker.nanos() - start) / 1e6);
			start = this.ticker.nanos();
			for (int i = 0; i < ELECTIONS; i++) {
				assertThat(candidate.renew("e" + i)).isInstanceOf(Outcome.Granted.class);
			}
			System.out.printf("MEASURED: local, %d renewals in %.1f ms%n", ELECTIONS,
					(this.ticker.nanos() - start) / 1e6);
			System.out.printf("MEASURED: local, %d held elections: %d kB more heap%n", ELECTIONS,
					(usedBytes() - used) / 1024);
		}
	}

	private static Set<String> threads() {
		return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
	}

	private static long usedBytes() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

}
