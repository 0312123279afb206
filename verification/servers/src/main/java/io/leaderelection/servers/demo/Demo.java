/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.Commands;
import io.leaderelection.servers.demo.DemoOptions.Mode;
import io.leaderelection.servers.demo.Instances.Leader;
import org.jspecify.annotations.Nullable;

/**
 * Starts instances of the sample application over one store, and shows what they do. Its
 * directory of work is the root of the repository.
 */
public final class Demo {

	private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS")
		.withZone(ZoneId.systemDefault());

	private static final long MAIN_THREAD_MILLIS = 5000;

	private static final long SUCCESSION_SECONDS = 60;

	private final DemoOptions options;

	private final Path directory;

	private final Thread mainThread = Thread.currentThread();

	private volatile @Nullable DemoStore store;

	private volatile @Nullable Instances instances;

	private volatile OptionalInt status = OptionalInt.empty();

	private Demo(DemoOptions options, Path directory) {
		this.options = options;
		this.directory = directory;
	}

	/**
	 * Runs the demonstration. Exit status 0 means success, 1 that a check failed, 2 that
	 * the arguments are wrong.
	 * @param args the options
	 * @throws IOException if no temporary directory can be made
	 */
	public static void main(String[] args) throws IOException {
		DemoOptions options;
		try {
			options = DemoOptions.parse(args);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.exit(2);
			return;
		}
		Demo demo = new Demo(options, Files.createTempDirectory("leader-election-demo"));
		Runtime.getRuntime().addShutdownHook(new Thread(demo::end, "end-of-demo"));
		try {
			demo.run();
			demo.status = OptionalInt.of(0);
		}
		catch (RuntimeException ex) {
			System.err.println("FAILED: " + ((ex instanceof DemoFailedException) ? ex.getMessage() : ex));
			demo.status = OptionalInt.of(1);
		}
		catch (InterruptedException ex) {
			// By the shutdown hook, which also decides about the status
			return;
		}
		System.exit(demo.status.orElse(1));
	}

	private void run() throws InterruptedException {
		DemoStore opened = DemoStore.open(this.options, this.directory);
		this.store = opened;
		List<String> arguments = new ArrayList<>(
				List.of("--leader-election.local.directory=" + this.directory.resolve("election"),
						"--sample.ledger.directory=" + this.directory.resolve("ledger"),
						"--sample.invoice-schedule=*/" + this.options.mode().tickSeconds() + " * * * * *"));
		if (this.options.mode() == Mode.PARTITIONS) {
			arguments.addAll(SharedPartitions.ARGUMENTS);
		}
		Instances started = new Instances(this.directory, opened, arguments);
		this.instances = started;
		started.start();
		switch (this.options.mode()) {
			case KILL_LEADER -> killLeader(started);
			case PARTITIONS -> new SharedPartitions(started).run();
			case WATCH -> watch(started);
		}
	}

	private void watch(Instances watched) throws InterruptedException {
		System.out.println("Ledger: " + watched.running().get(0).url()
				+ "api/ledger. Kill one of the processes, or end all with Ctrl-C.");
		Optional<Leader> known = Optional.empty();
		long seen = 0;
		while (true) {
			Optional<Leader> leader = watched.leader();
			long now = System.currentTimeMillis();
			if (leader.isPresent()) {
				if (!leader.map(Leader::token).equals(known.map(Leader::token))) {
					System.out.println(clock(now) + "  " + leader.get()
							+ (known.isPresent() ? ", vacant for at most " + (now - seen) + " ms" : "") + "  ("
							+ leader.get().instance().url() + ")");
				}
				known = leader;
				seen = now;
			}
			watched.removeEnded()
				.forEach((ended) -> System.out
					.println(clock(System.currentTimeMillis()) + "  " + ended.name() + " has ended"));
			if (watched.running().isEmpty()) {
				throw new DemoFailedException("no instance is left");
			}
			Thread.sleep(100);
		}
	}

	private void killLeader(Instances some) throws InterruptedException {
		Leader first = some.awaitLeader();
		System.out.println(first + ".");
		some.awaitEntry(first);
		// It may have handed over meanwhile
		Leader victim = some.awaitLeader();
		long killed = System.currentTimeMillis();
		some.kill(victim.instance());
		System.out.println(clock(killed) + "  SIGKILL to process " + victim.instance().pid() + ".");
		int polls = awaitAnyLeader(some);
		long answered = System.currentTimeMillis();
		Leader successor = some.awaitLeader();
		System.out.println(clock(answered) + "  " + successor + ".");
		System.out.println("Succession took " + (answered - killed)
				+ " ms, from the signal to the first answer that somebody leads (one question every "
				+ (answered - killed) / polls + " ms on average).");
		if (successor.token() <= victim.token()) {
			throw new DemoFailedException("token " + successor.token() + " does not exceed " + victim.token());
		}
		some.awaitEntry(successor);
		DemoLedger ledger = some.ledger();
		ledger.checkEntries().print().require("the ledger");
		ledger.checkTicks(this.options.mode().tickSeconds(), victim.token()).print().require("the ticks");
	}

	/**
	 * Waits until an instance answers that it leads, without a pause between questions.
	 */
	private static int awaitAnyLeader(Instances some) throws InterruptedException {
		long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SUCCESSION_SECONDS);
		int polls = 0;
		while (System.nanoTime() < until) {
			for (SampleInstance instance : some.running()) {
				polls++;
				if (instance.get("/actuator/leadergate/" + Instances.ELECTION).isPresent()) {
					return polls;
				}
			}
		}
		throw new DemoFailedException("no instance leads " + SUCCESSION_SECONDS + " s after the leader was killed");
	}

	static String clock(long millis) {
		return CLOCK.format(Instant.ofEpochMilli(millis));
	}

	/**
	 * Stops everything. Without a status, the user or a signal has ended this process.
	 */
	private void end() {
		boolean interrupted = this.status.isEmpty();
		int end = this.status.orElse((this.options.mode() == Mode.WATCH) ? 0 : 1);
		try {
			if (interrupted) {
				this.mainThread.interrupt();
				this.mainThread.join(MAIN_THREAD_MILLIS);
				System.out.println();
				showTicks();
			}
			if (this.instances != null) {
				this.instances.stop();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (this.store != null) {
			this.store.close();
		}
		Commands.delete(this.directory);
		if (interrupted) {
			Runtime.getRuntime().halt(end);
		}
	}

	/** Reports the ticks at the end of watching, if there was a leader to write some. */
	private void showTicks() throws InterruptedException {
		if (this.options.mode() != Mode.WATCH || this.instances == null) {
			return;
		}
		try {
			this.instances.ledger().checkTicks(this.options.mode().tickSeconds(), 0).print();
		}
		catch (DemoFailedException ex) {
			System.err.println("FAILED: " + ex.getMessage());
		}
	}

}
