/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.sample.ledger.Ledger;
import io.leaderelection.servers.TcpProxy;
import org.awaitility.Awaitility;

/**
 * Instances that share an election and a ledger, and are constantly asked who leads.
 */
final class SampleCluster implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(3);

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	/** Shorter than a handover, but long enough not to load the machine. */
	private static final long MILLIS_BETWEEN_QUESTIONS = 10;

	private final Path directory;

	private final Map<SampleProcess, ScheduledExecutorService> instances = new ConcurrentHashMap<>();

	private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

	private final AtomicReference<Throwable> samplingFailure = new AtomicReference<>();

	private final SampleStore store;

	private Ledger ledger;

	private int started;

	SampleCluster(Path directory, SampleStore store) {
		this.directory = directory;
		this.store = store;
	}

	/** Starts instances together and waits until all answer. */
	void start(int count) {
		List<SampleProcess> processes = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			String name = "instance-" + ++this.started;
			List<String> arguments = new ArrayList<>(
					List.of("--leader-election.local.directory=" + this.directory.resolve("election"),
							"--leader-election.lease-duration=" + LEASE.toMillis() + "ms",
							"--sample.ledger.directory=" + this.directory.resolve("ledger"),
							"--sample.invoice-schedule=* * * * * *"));
			arguments.addAll(this.store.arguments(name));
			SampleProcess process = SampleProcess.start(name, this.directory, arguments);
			this.instances.put(process, Executors.newSingleThreadScheduledExecutor());
			processes.add(process);
		}
		for (SampleProcess process : processes) {
			process.awaitReady();
			this.instances.get(process)
				.scheduleWithFixedDelay(() -> sample(process), 0, MILLIS_BETWEEN_QUESTIONS, TimeUnit.MILLISECONDS);
		}
	}

	private void sample(SampleProcess process) {
		try {
			process.ask().ifPresent(this.answers::add);
		}
		catch (Throwable ex) {
			this.samplingFailure.compareAndSet(null, ex);
			throw ex;
		}
	}

	/** Stops sampling an instance that has ended. */
	void forget(SampleProcess process) {
		this.instances.remove(process).shutdownNow();
	}

	/** Waits for an instance that leads with a token higher than the given one. */
	Led awaitLeaderAbove(long token) {
		AtomicReference<Led> found = new AtomicReference<>();
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
			for (SampleProcess process : this.instances.keySet()) {
				process.ask()
					.filter((answer) -> answer.leading() && answer.fencingToken() > token)
					.ifPresent((answer) -> found.set(new Led(process, answer.fencingToken())));
			}
			return found.get() != null;
		});
		return found.get();
	}

	/** Waits for another leader than one that may not answer. */
	Led awaitLeaderBeside(Led former) {
		AtomicReference<Led> found = new AtomicReference<>();
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
			for (SampleProcess process : this.instances.keySet()) {
				if (!process.equals(former.process())) {
					process.ask()
						.filter(Answer::leading)
						.ifPresent((answer) -> found.set(new Led(process, answer.fencingToken())));
				}
			}
			return found.get() != null;
		});
		return found.get();
	}

	/** Waits until an instance knows of a leader with the given token or a later one. */
	void awaitFollower(SampleProcess process, long token) {
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> process.ask()
				.filter((answer) -> !answer.leading() && answer.fencingToken() != null
						&& answer.fencingToken() >= token)
				.isPresent());
	}

	/** Waits until the ledger has an entry with the given token or a later one. */
	void awaitEntry(long token) {
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> ledger().latest(1).stream().anyMatch((entry) -> entry.fencingToken() >= token));
	}

	Ledger ledger() {
		if (this.ledger == null) {
			this.ledger = this.store.ledger(this.directory.resolve("ledger"));
		}
		return this.ledger;
	}

	/** Returns the proxy between an instance and the store. */
	TcpProxy network(SampleProcess process) {
		return this.store.network(process.name());
	}

	Collection<Answer> answers() {
		return List.copyOf(this.answers);
	}

	/** Returns the exception that stopped the sampling, or {@code null}. */
	Throwable samplingFailure() {
		return this.samplingFailure.get();
	}

	@Override
	public void close() {
		this.instances.values().forEach(ScheduledExecutorService::shutdownNow);
		this.instances.keySet().forEach(SampleProcess::kill);
		this.store.close();
	}

	/**
	 * A leader and its token.
	 *
	 * @param process the instance
	 * @param fencingToken the token
	 */
	record Led(SampleProcess process, long fencingToken) {
	}

}
