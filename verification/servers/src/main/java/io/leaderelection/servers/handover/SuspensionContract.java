/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of an election of three processes that is suspended while they are killed,
 * frozen and restarted: no guarded call begins before it is unsuspended.
 */
@Tag("server")
public abstract class SuspensionContract {

	private static final int PROCESSES = 3;

	private static final String SUSPENDED = "SUSPENDED";

	@TempDir
	private Path directory;

	private final Random random = new Random(4711);

	private final List<SuspendableProcess> processes = new ArrayList<>();

	/**
	 * Returns what opens the store in another JVM, with a constructor without arguments.
	 */
	protected abstract Class<? extends SuspendableProcess.Opener> opener();

	/** Returns where the server is, for the opener. */
	protected abstract List<String> arguments() throws Exception;

	private SuspendableProcess start(int number) throws Exception {
		return SuspendableProcess.start(opener(), arguments(), "p" + number, calls(number));
	}

	private Path calls(int number) {
		return this.directory.resolve("p" + number + ".calls");
	}

	/** Returns when calls began, in the order of processes. */
	private List<Long> began() throws IOException {
		List<Long> moments = new ArrayList<>();
		for (int i = 0; i < PROCESSES; i++) {
			if (Files.exists(calls(i))) {
				String text = Files.readString(calls(i));
				// The last line may be torn
				text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Long::valueOf).forEach(moments::add);
			}
		}
		return moments;
	}

	@AfterEach
	void killProcesses() {
		this.processes.forEach(SuspendableProcess::kill);
	}

	@Test
	void nothingBeginsWhileSuspended() throws Exception {
		survives(Duration.ofSeconds(10));
	}

	@Test
	@Tag("slow")
	void nothingBeginsWhileSuspendedForTwoMinutes() throws Exception {
		survives(Duration.ofMinutes(2));
	}

	private void survives(Duration chaos) throws Exception {
		for (int i = 0; i < PROCESSES; i++) {
			this.processes.add(start(i));
		}
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !began().isEmpty());
		requestUntil("suspend", SUSPENDED);
		long suspended = System.currentTimeMillis();
		int faults = 0;
		for (long end = System.nanoTime() + chaos.toNanos(); System.nanoTime() - end < 0; faults++) {
			fault(this.random.nextInt(PROCESSES));
			TimeUnit.MILLISECONDS.sleep(this.random.nextInt(2000));
		}
		assertThat(faults).isPositive();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> find("state", SUSPENDED) != null);
		long requested = System.currentTimeMillis();
		requestUntil("unsuspend", "FOLLOWER", "LEADER");
		long unsuspended = System.currentTimeMillis();
		assertThat(began()).noneMatch((moment) -> moment >= suspended && moment < requested);
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.until(() -> began().stream().anyMatch((moment) -> moment >= requested));
		long first = began().stream().filter((moment) -> moment >= requested).min(Long::compare).orElseThrow();
		System.out.printf("%d faults; calls began %d ms after the request to unsuspend%n", faults, first - requested);
		assertThat(first - unsuspended).as("ms until a call begins").isLessThan(1000);
	}

	/** Repeats a request to all processes until one gives an answer. */
	private void requestUntil(String request, String... answers) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> find(request, answers) != null);
	}

	private @Nullable SuspendableProcess find(String request, String... answers) throws IOException {
		for (SuspendableProcess process : this.processes) {
			if (List.of(answers).contains(process.request(request))) {
				return process;
			}
		}
		return null;
	}

	private void fault(int number) throws Exception {
		SuspendableProcess process = this.processes.get(number);
		switch (this.random.nextInt(3)) {
			case 0 -> {
				process.kill();
				this.processes.set(number, start(number));
			}
			case 1 -> {
				process.signal("STOP");
				TimeUnit.MILLISECONDS.sleep(this.random.nextInt(5000));
				process.signal("CONT");
			}
			default -> {
				process.stop();
				this.processes.set(number, start(number));
			}
		}
	}

}
