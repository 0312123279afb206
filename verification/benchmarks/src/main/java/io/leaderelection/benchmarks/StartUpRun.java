/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how much longer an application takes to start with the starter, and with the
 * starter and one guarded bean, than without it. The applications run in separate
 * processes that take turns. Needs the packaged benchmarks: their {@code lib} folder is
 * the class path, without this library for the plain application. The processor time of
 * the main thread shows the difference without the competing compiler threads.
 * <p>
 * Argument: the number of rounds, 15 by default.
 */
public final class StartUpRun {

	private static final String OURS = "leader-election-";

	/** The part of this project that the starter does not include. */
	private static final String TESTKIT = OURS + "testkit-";

	private StartUpRun() {
	}

	/**
	 * Runs the benchmark and prints the figures.
	 * @param args the number of rounds
	 * @throws Exception if an application fails
	 */
	public static void main(String[] args) throws Exception {
		int rounds = (args.length > 0) ? Integer.parseInt(args[0]) : 15;
		Path directory = Files.createTempDirectory("leader-election-start-up");
		String without = classPath(directory, false);
		String with = classPath(directory, true);
		List<Start> starts = List.of(new Start("without", PlainApplication.class, without),
				new Start("with the starter", PlainApplication.class, with),
				new Start("with a guarded bean", ElectingApplication.class, with));
		try {
			for (int i = 0; i <= rounds; i++) {
				// In random order, because a start affects the next one
				List<Start> round = new ArrayList<>(starts);
				Collections.shuffle(round);
				for (Start start : round) {
					Ready ready = run(start.application(), start.classPath(), directory);
					// The first round fills the disk cache
					if (i > 0) {
						start.times().add(ready.took());
						start.cpuTimes().add(ready.cpu());
					}
				}
			}
		}
		finally {
			try (Stream<Path> files = Files.walk(directory)) {
				files.sorted(Comparator.reverseOrder()).forEach((file) -> file.toFile().delete());
			}
		}
		Start plain = starts.get(0);
		for (Start start : starts) {
			print(start.what(), start.times());
		}
		for (Start start : starts.subList(1, starts.size())) {
			printDifference(start.what(), start.times(), plain.times());
			printDifference(start.what() + ", processor time of the main thread", start.cpuTimes(), plain.cpuTimes());
		}
	}

	/**
	 * Returns the class path of an application. It has the classes of this module in a
	 * folder, because the manifest of their jar would add all libraries again.
	 */
	private static String classPath(Path directory, boolean withLibrary) throws IOException, URISyntaxException {
		Path classes = directory.resolve("classes");
		for (Class<?> type : List.of(PlainApplication.class, PlainApplication.Mailer.class, ElectingApplication.class,
				ElectingApplication.Job.class)) {
			String name = type.getName().replace('.', '/') + ".class";
			Path target = classes.resolve(name);
			Files.createDirectories(target.getParent());
			try (var in = StartUpRun.class.getClassLoader().getResourceAsStream(name)) {
				Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
			}
		}
		Path jar = Path.of(StartUpRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		Path lib = jar.resolveSibling("lib");
		StringBuilder path = new StringBuilder(classes.toString());
		try (Stream<Path> jars = Files.list(lib)) {
			jars.filter((file) -> isOn(file.getFileName().toString(), withLibrary))
				.sorted()
				.forEach((file) -> path.append(File.pathSeparator).append(file));
		}
		return path.toString();
	}

	private static boolean isOn(String jar, boolean withLibrary) {
		return (withLibrary) ? !jar.startsWith(TESTKIT) : !jar.startsWith(OURS);
	}

	private static Ready run(Class<?> application, String classPath, Path directory) throws Exception {
		String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
		Process process = new ProcessBuilder(java, "-cp", classPath, application.getName(),
				"--spring.application.name=start-up", "--spring.main.web-application-type=none",
				"--spring.main.banner-mode=off", "--leader-election.backend=local",
				"--leader-election.local.directory=" + directory)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try (BufferedReader output = process.inputReader()) {
			List<String> ready = output.lines().filter((line) -> line.startsWith("ready ")).toList();
			process.waitFor();
			if (ready.isEmpty()) {
				throw new IllegalStateException(application.getSimpleName() + " did not get ready");
			}
			String[] parts = ready.get(0).split(" ", 3);
			return new Ready(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
		}
	}

	private static void print(String what, List<Long> times) {
		List<Long> sorted = times.stream().sorted().toList();
		System.out.printf("%-19s %3d starts: min %d, median %d, max %d ms%n", what, sorted.size(), sorted.get(0),
				median(times), sorted.get(sorted.size() - 1));
	}

	/**
	 * Compares the starts of one round, because the machine's speed changes from round to
	 * round.
	 */
	private static void printDifference(String what, List<Long> times, List<Long> plain) {
		double[] differences = IntStream.range(0, times.size())
			.mapToDouble((i) -> times.get(i) - plain.get(i))
			.toArray();
		double mean = DoubleStream.of(differences).average().orElseThrow();
		double variance = DoubleStream.of(differences)
			.map((difference) -> (difference - mean) * (difference - mean))
			.sum() / Math.max(1, differences.length - 1);
		System.out.printf("%s: medians differ by %d ms, starts of one round by %.0f ms +- %.0f (standard error)%n",
				what, median(times) - median(plain), mean, Math.sqrt(variance / differences.length));
	}

	private static long median(List<Long> times) {
		return times.stream().sorted().toList().get(times.size() / 2);
	}

	private record Start(String what, Class<?> application, String classPath, List<Long> times, List<Long> cpuTimes) {

		Start(String what, Class<?> application, String classPath) {
			this(what, application, classPath, new ArrayList<>(), new ArrayList<>());
		}

	}

	/** The times that an application prints when it is ready, in milliseconds. */
	private record Ready(long took, long cpu) {
	}

}
