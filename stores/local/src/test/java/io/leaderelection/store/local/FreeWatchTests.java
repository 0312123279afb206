/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.local.StoreShell.Candidate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FreeWatch}.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FreeWatchTests {

	private static final Duration LEASE = Duration.ofMinutes(5);

	@TempDir
	Path directory;

	private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

	/** The failures that the listener throws, call by call. */
	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private LeaseStore store;

	private Candidate leader;

	static Throwable[] failures() {
		return new Throwable[] { new IllegalStateException("unchecked"), new IOException("checked"),
				new StackOverflowError("error") };
	}

	@BeforeEach
	void open() throws InterruptedException {
		this.store = new LocalLeaseStoreFactory(this.directory).open();
		this.leader = new Candidate(this.store, "leader", LEASE);
		this.store.watch(StoreShell.NAMESPACE, new LeaseStore.NotificationListener() {

			@Override
			public void notified(String election) {
				note(election);
			}

			@Override
			public void live(boolean live) {
				note("live " + live);
			}

		});
		assertThat(this.received.take()).isEqualTo("live true");
	}

	@AfterEach
	void close() {
		this.store.close();
	}

	private void note(String call) {
		// Polled first: a failure that the test adds after this call is for the next call
		Throwable failure = this.failures.poll();
		this.received.add(call);
		if (failure != null) {
			FreeWatchTests.<RuntimeException>sneakyThrow(failure);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
		throw (T) failure;
	}

	@ParameterizedTest
	@MethodSource("failures")
	void watchContinuesAfterAnExceptionOfTheListener(Throwable failure) throws InterruptedException {
		this.failures.add(failure);
		release("first");
		await("first");
		release("second");
		await("second");
	}

	@Test
	void watchRestartsIfItsDirectoryIsReplaced() throws IOException, InterruptedException {
		Path free = this.directory.resolve(ElectionFiles.FREE_DIRECTORY);
		Files.delete(free);
		await("live false");
		await("live true");
		assertThat(free).isDirectory();
		release("first");
		await("first");
	}

	private void release(String election) {
		assertThat(this.leader.acquire(election)).isInstanceOf(Outcome.Granted.class);
		assertThat(this.leader.release(election)).isInstanceOf(Outcome.Released.class);
	}

	/** One release may be reported more than once. */
	private void await(String call) throws InterruptedException {
		String next = this.received.take();
		while (!next.equals(call)) {
			next = this.received.take();
		}
	}

}
