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
		String without = classPath(false);
		String with = classPath(true);
		List<Start> starts = List.of(new Start(PlainApplication.class, without),
				new Start(PlainApplication.class, with), new Start(ElectingApplication.class, with));
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
		Start starter = starts.get(1);
		Start electing = starts.get(2);
		print("without", plain.times());
		print("starter", starter.times());
		print("guarding", electing.times());
		printDifference("with the starter", starter.times(), plain.times());
		printDifference("with a guarded bean", electing.times(), plain.times());
		printDifference("processor time of the main thread, with the starter", starter.cpuTimes(), plain.cpuTimes());
		printDifference("processor time of the main thread, with a guarded bean", electing.cpuTimes(),
				plain.cpuTimes());
	}

	private static String classPath(boolean withLibrary) throws IOException, URISyntaxException {
		Path jar = Path.of(StartUpRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		Path lib = jar.resolveSibling("lib");
		StringBuilder path = new StringBuilder(jar.toString());
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
		// The manifest of the benchmarks' jar would add all libraries again
		Process process = new ProcessBuilder(java, "-cp", withoutManifest(classPath, directory), application.getName(),
				"--spring.application.name=start-up", "--spring.main.web-application-type=none",
				"--spring.main.banner-mode=off", "--leader-election.backend=local",
				"--leader-election.local.directory=" + directory)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		Ready ready = null;
		try (BufferedReader output = process.inputReader()) {
			String line = output.readLine();
			while (line != null) {
				if (line.startsWith("ready ")) {
					ready = Ready.parse(line);
				}
				line = output.readLine();
			}
		}
		process.waitFor();
		if (ready == null) {
			throw new IllegalStateException(application.getSimpleName() + " did not get ready");
		}
		return ready;
	}

	private static String withoutManifest(String classPath, Path directory) throws IOException {
		Path classes = directory.resolve("classes");
		if (!Files.exists(classes)) {
			for (Class<?> type : List.of(PlainApplication.class, PlainApplication.Mailer.class,
					ElectingApplication.class, ElectingApplication.Job.class)) {
				String name = type.getName().replace('.', '/') + ".class";
				Path target = classes.resolve(name);
				Files.createDirectories(target.getParent());
				try (var in = StartUpRun.class.getClassLoader().getResourceAsStream(name)) {
					Files.copy(in, target);
				}
			}
		}
		String jar = classPath.substring(0, classPath.indexOf(File.pathSeparator));
		return classes + classPath.substring(jar.length());
	}

	private static void print(String what, List<Long> times) {
		List<Long> sorted = times.stream().sorted().toList();
		System.out.printf("%-8s %3d starts: min %d, median %d, max %d ms%n", what, sorted.size(), sorted.get(0),
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

	private record Start(Class<?> application, String classPath, List<Long> times, List<Long> cpuTimes) {

		Start(Class<?> application, String classPath) {
			this(application, classPath, new ArrayList<>(), new ArrayList<>());
		}

	}

	/** The times that an application prints when it is ready, in milliseconds. */
	private record Ready(long took, long cpu) {

		static Ready parse(String line) {
			String[] parts = line.split(" ", 3);
			return new Ready(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
		}

	}

}
