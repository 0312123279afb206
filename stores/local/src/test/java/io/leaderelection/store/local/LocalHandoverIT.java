/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.local.StoreShell.Candidate;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests handovers between another process and this one, and measures the cost of a
 * thousand elections. Prints times without asserting them.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class LocalHandoverIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final int ROUNDS = 30;

	private static final int ELECTIONS = 1000;

	@TempDir
	Path directory;

	private final BlockingQueue<String> notifications = new LinkedBlockingQueue<>();

	private final BlockingQueue<Boolean> live = new LinkedBlockingQueue<>();

	private final Ticker ticker = Ticker.system();

	@Test
	void aReleaseIsFollowedByTheSuccessor() throws Exception {
		List<Long> took = new ArrayList<>();
		try (LeaseStore store = open(); StoreShell other = StoreShell.start(this.directory, LEASE)) {
			Candidate candidate = new Candidate(store, "here", LEASE);
			for (int i = 0; i < ROUNDS; i++) {
				assertThat(other.send("acquire", "e")).startsWith("Granted");
				assertThat(candidate.acquire("e")).isInstanceOf(Outcome.Leased.class);
				long start = this.ticker.nanos();
				assertThat(other.send("release", "e")).startsWith("Released");
				awaitLeadership(candidate, "e");
				took.add(this.ticker.nanos() - start);
				assertThat(candidate.release("e")).isInstanceOf(Outcome.Released.class);
				this.notifications.clear();
			}
		}
		print("clean handover", took);
	}

	@Test
	void aDeathIsFollowedByTheSuccessor() throws Exception {
		List<Long> took = new ArrayList<>();
		try (LeaseStore store = open()) {
			Candidate candidate = new Candidate(store, "here", LEASE);
			for (int i = 0; i < ROUNDS / 3; i++) {
				try (StoreShell other = StoreShell.start(this.directory, LEASE)) {
					assertThat(other.send("acquire", "e")).startsWith("Granted");
					assertThat(candidate.acquire("e")).isInstanceOf(Outcome.Leased.class);
					long start = this.ticker.nanos();
					other.signal("KILL");
					awaitLeadership(candidate, "e");
					took.add(this.ticker.nanos() - start);
					assertThat(candidate.release("e")).isInstanceOf(Outcome.Released.class);
					this.notifications.clear();
				}
			}
		}
		print("handover after SIGKILL, with the start of 'kill'", took);
	}

	@Test
	void aThousandElectionsOfADeadProcessAreAllNotified() throws Exception {
		Set<String> before = threads();
		long used = usedBytes();
		try (LeaseStore store = open(); StoreShell other = StoreShell.start(this.directory, LEASE)) {
			Candidate candidate = new Candidate(store, "here", LEASE);
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
			Set<String> notified = new HashSet<>();
			while (notified.size() < ELECTIONS) {
				notified.add(this.notifications.take());
			}
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

	private void awaitLeadership(Candidate candidate, String election) throws InterruptedException {
		while (!(candidate.acquire(election) instanceof Outcome.Granted)) {
			assertThat(this.notifications.take()).isEqualTo(election);
		}
	}

	private LeaseStore open() throws InterruptedException {
		LeaseStore store = new LocalLeaseStoreFactory(this.directory).open();
		store.watch(StoreShell.NAMESPACE, new LeaseStore.NotificationListener() {

			@Override
			public void notified(String election) {
				LocalHandoverIT.this.notifications.add(election);
			}

			@Override
			public void live(boolean confirmed) {
				LocalHandoverIT.this.live.add(confirmed);
			}

		});
		assertThat(this.live.take()).isTrue();
		return store;
	}

	private static Set<String> threads() {
		return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
	}

	private static long usedBytes() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

	private static void print(String what, List<Long> took) {
		Collections.sort(took);
		System.out.printf("MEASURED: local, %s: median %.1f ms, worst %.1f ms of %d%n", what,
				took.get(took.size() / 2) / 1e6, took.get(took.size() - 1) / 1e6, took.size());
	}

}
