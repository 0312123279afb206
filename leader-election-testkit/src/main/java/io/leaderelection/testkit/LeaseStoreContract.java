/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of every {@link LeaseStore}. Extend it in the tests of a store: implement
 * how the store is opened, how its time passes, and how its records are damaged by
 * others. All tests run on every store; a test that a trait excludes is printed. A store
 * that passes keeps the rules of terms while its server runs: the contract does not
 * restart the server, freeze it or take its memory away.
 * <p>
 * At least one of the tests tagged {@code mutation} must fail on a store with a missing
 * check; see {@link StoreMutation}.
 */
// Not tagged slow, although some stores need up to 17 s: it finds most mistakes in a
// store
public abstract class LeaseStoreContract extends BatchContract {

	private static final int THREADS = 4;

	private static final int PROCESSES = 3;

	private static final int TERMS = 25;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	@TempDir
	Path shared;

	/**
	 * Many elections without a record, so that of some both candidates have read that
	 * nothing exists before either writes.
	 */
	@Test
	void ofTwoFirstWritesOneIsGranted() throws Exception {
		List<ElectionKey> keys = IntStream.range(0, 40).mapToObj((i) -> key("new" + i)).toList();
		List<FutureTask<List<Outcome.OfAcquire>>> attempts = new ArrayList<>();
		try (WorkerPool threads = TimeSystem.system().workers("contending", 2)) {
			for (String candidate : List.of("first", "second")) {
				LeaseStore store = candidate();
				List<Acquire> commands = keys.stream()
					.map((key) -> command(key, candidate, Nonce.random(), LeaseStore.ABSENT))
					.toList();
				attempts.add(new FutureTask<>(() -> store.acquire(commands, TIMEOUT)));
			}
			attempts.forEach(threads::execute);
			List<Outcome.OfAcquire> first = attempts.get(0).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			List<Outcome.OfAcquire> second = attempts.get(1).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			int granted = 0;
			for (int i = 0; i < keys.size(); i++) {
				assertThat(first.get(i) instanceof Outcome.Granted && second.get(i) instanceof Outcome.Granted)
					.as("both are granted " + keys.get(i))
					.isFalse();
				granted += (first.get(i) instanceof Outcome.Granted || second.get(i) instanceof Outcome.Granted) ? 1
						: 0;
			}
			assertThat(granted).as("elections with a grant").isPositive();
		}
	}

	@Test
	void contendingThreadsLoseNoUpdate() throws Exception {
		List<LeaseStore> stores = List.of(candidate(), candidate());
		List<Future<?>> ends = new ArrayList<>();
		try (WorkerPool threads = TimeSystem.system().workers("contending", THREADS)) {
			for (int i = 0; i < THREADS; i++) {
				ContendingCandidate contending = new ContendingCandidate(stores.get(i % 2), key("counter"),
						"thread-" + i, longLease(), this.shared);
				FutureTask<Void> end = new FutureTask<>(() -> {
					contending.run(TERMS);
					return null;
				});
				ends.add(end);
				threads.execute(end);
			}
			for (Future<?> end : ends) {
				end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			}
		}
		assertNothingLost(THREADS * TERMS);
	}

	@Test
	void contendingProcessesLoseNoUpdate() throws Exception {
		ElectionKey key = key("counter");
		List<Process> processes = new ArrayList<>();
		try {
			for (int i = 0; i < PROCESSES; i++) {
				processes.add(ContendingProcess.start(opening(), key, "process-" + i, longLease(), this.shared, TERMS));
			}
			for (Process process : processes) {
				assertThat(new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
					.readLine()).as("first line of another JVM").isEqualTo("ready");
			}
			for (Process process : processes) {
				process.getOutputStream().close();
			}
			for (int i = 0; i < PROCESSES; i++) {
				Process process = processes.get(i);
				assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("another JVM ended").isTrue();
				assertThat(process.exitValue())
					.as("exit code of another JVM, whose errors are: %s",
							Files.readString(ContendingProcess.errors(this.shared, "process-" + i)))
					.isZero();
			}
		}
		finally {
			processes.forEach(Process::destroyForcibly);
		}
		assertNothingLost(PROCESSES * TERMS);
	}

	private void assertNothingLost(int terms) throws Exception {
		assertThat(Files.readString(ContendingCandidate.counter(this.shared))).isEqualTo(Integer.toString(terms));
		List<Long> tokens = ContendingCandidate.readTokens(this.shared);
		assertThat(tokens).hasSize(terms).doesNotHaveDuplicates().isSorted();
	}

}
