/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

import io.leaderelection.chaos.check.Checker;
import io.leaderelection.chaos.check.Picture;
import io.leaderelection.chaos.check.Verdict;
import io.leaderelection.chaos.fault.Fault;
import io.leaderelection.chaos.fault.Faults;
import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.instance.Launch;
import io.leaderelection.chaos.instance.Waiting;
import io.leaderelection.chaos.probe.SpreadElections;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.chaos.store.StoreServer;
import io.leaderelection.chaos.store.Stores;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import io.leaderelection.history.RunFolder;
import io.leaderelection.history.RunProperties;
import io.leaderelection.servers.Commands;
import org.jspecify.annotations.Nullable;

/**
 * Runs the instances over one store, injects faults, records the run in a folder, and
 * checks it. The exit status is 0 if the verdict is clean, the run itself had no problem,
 * and enough happened; 1 if not; 2 if the command line is wrong; 3 if the run could not
 * be finished.
 */
public final class ChaosRun {

	/** How long faults that started before the quiet window have to end. */
	private static final Duration WIND_DOWN = Duration.ofSeconds(5);

	private final RunOptions options;

	private final Waiting waiting = new Waiting();

	private final List<String> problems = new ArrayList<>();

	private @Nullable Verdict verdict;

	private Optional<String> server = Optional.empty();

	ChaosRun(RunOptions options) {
		this.options = options;
	}

	/**
	 * Performs a run.
	 * @param args the command line: see {@code ./chaos}
	 */
	public static void main(String[] args) {
		Path target = target();
		RunOptions options;
		try {
			options = RunOptions.parse(args, target.resolve("runs"));
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.exit(2);
			return;
		}
		ChaosRun run = new ChaosRun(options);
		System.exit(run.status(target));
	}

	/** Returns the folder with what {@code ./chaos} built. */
	static Path target() {
		return Path.of(System.getProperty("chaos.target", "verification/chaos/target")).toAbsolutePath();
	}

	/**
	 * Performs the run, and prints what it finds.
	 * @param target the folder with what {@code ./chaos} built
	 * @return the exit status
	 */
	int status(Path target) {
		try {
			run(target);
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			System.err.println("The run could not be finished");
			for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
				System.err.println(cause);
				List.of(cause.getStackTrace()).forEach((frame) -> System.err.println("\tat " + frame));
			}
			return 3;
		}
		this.problems.forEach((problem) -> System.out.println("PROBLEM: " + problem));
		return (this.problems.isEmpty()) ? 0 : 1;
	}

	/** Returns the verdict, or {@code null} if the run could not be finished. */
	@Nullable Verdict verdict() {
		return this.verdict;
	}

	/** Returns the version of the store's server, if that is known. */
	Optional<String> server() {
		return this.server;
	}

	boolean isInterrupted() {
		return this.waiting.isCutShort();
	}

	private void run(Path target) throws IOException, InterruptedException {
		Path folder = this.options.folder();
		clear(folder);
		System.out.println("Run: " + this.options.command());
		System.out.println("Folder: " + folder);
		Launch launch = new Launch(target.resolve("app/sample-app.jar"), target.resolve("chaos.jar"),
				this.options.patched(), folder);
		Files.createFile(folder.resolve(RunFolder.LEDGER));
		try (HistoryWriter history = HistoryWriter.open(folder.resolve(History.INJECTOR + History.SUFFIX));
				Watchdog watchdog = Watchdog.start(history, folder);
				ChaosStore store = Stores.open(this.options.store(), folder);
				Instances instances = new Instances(store, launch, this.options.instances(), this.waiting)) {
			Thread hook = new Thread(() -> {
				this.waiting.cutShort();
				instances.close();
			}, "chaos-end");
			Runtime.getRuntime().addShutdownHook(hook);
			try {
				this.server = Optional.ofNullable(store.server()).flatMap(StoreServer::version);
				strike(history, store, instances);
			}
			finally {
				if (!this.waiting.isCutShort()) {
					Runtime.getRuntime().removeShutdownHook(hook);
				}
			}
		}
	}

	private void strike(HistoryWriter history, ChaosStore store, Instances instances) throws InterruptedException {
		List<Fault> faults = this.options.choose(Faults.of(store));
		instances.start();
		instances.awaitLeader(this.waiting);
		long start = System.nanoTime();
		history.write(HistoryEvent.of(EventKind.SPREAD, start, start)
			.with("elections", SpreadElections.COUNT + SpreadElections.PARTITIONS)
			.with("instances", instances.all().stream().map(Instance::name).collect(Collectors.joining(",")))
			.with("preferred", instances.all().get(0).name())
			.with("faults", faults.stream().map(Fault::name).collect(Collectors.joining(","))));
		Duration quiet = this.options.quiet(store.lease());
		long quietFrom = start + this.options.duration().minus(quiet).toNanos();
		System.out.println("All instances run; " + faults.size() + " kinds of faults");
		try (Injector injector = new Injector(instances, store, faults, this.options.every(), history,
				new Random(this.options.seed()), this.waiting)) {
			injector.run(quietFrom - WIND_DOWN.toNanos());
			injector.awaitCalm();
			mark(history, EventKind.QUIET_BEGIN);
			this.waiting.pass(quiet);
			mark(history, EventKind.QUIET_END);
			instances.end();
			finish(store, injector, start);
		}
	}

	private void finish(ChaosStore store, Injector injector, long start) {
		long lease = store.lease().toMillis();
		new RunProperties(this.options.store(), this.options.seed(), lease, lease / 10, Math.min(lease / 3, 2000),
				this.options.duration().toSeconds(), start, System.nanoTime(), this.options.command())
			.write(this.options.folder());
		this.problems.addAll(injector.failures());
		Verdict verdict = Checker.check(this.options.folder());
		this.verdict = verdict;
		System.out.println(verdict.text());
		System.out.println("Picture: " + Picture.draw(this.options.folder()));
		if (!verdict.isClean()) {
			this.problems.add("The verdict is not clean");
		}
	}

	private static void mark(HistoryWriter history, EventKind kind) {
		long now = System.nanoTime();
		history.write(HistoryEvent.of(kind, now, now).with("wall", System.currentTimeMillis()));
		System.out.println(kind);
	}

	/** Replaces an earlier run with the same seed. */
	private static void clear(Path folder) throws IOException {
		if (Files.exists(folder)) {
			if (!Files.exists(folder.resolve(RunFolder.LEDGER))) {
				throw new IOException(
						folder + " is not empty and not the folder of a run. Delete it or use another seed");
			}
			Commands.delete(folder);
		}
		Files.createDirectories(folder);
	}

}
