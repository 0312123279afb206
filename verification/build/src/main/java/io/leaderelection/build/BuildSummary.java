/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.leaderelection.build.TestReport.TestCase;

/**
 * Prints what a build by Maven came to: the tests of each module, each store that the
 * contract suite ran on, the slowest classes, and the problems.
 */
final class BuildSummary {

	/** A test of the contract suite: a class that ran it is that of a store. */
	private static final String TEST_OF_CONTRACT = "contendingProcessesLoseNoUpdate";

	private static final int SLOWEST = 10;

	private static final int LAST_LINES = 60;

	private static final int LONGEST_FAILURE = 600;

	private final String phase;

	private final List<TestReport> reports;

	private final MavenLog log;

	private final List<String> lines = new ArrayList<>();

	private final List<String> problems = new ArrayList<>();

	BuildSummary(String phase, List<TestReport> reports, MavenLog log) {
		this.phase = phase;
		this.reports = reports;
		this.log = log;
	}

	/**
	 * Prints the summary of a build.
	 * @param args the name of the phase, the folder of the build in each module, the file
	 * with Maven's output, Maven's exit status, the file to write the result to and,
	 * optionally, {@code evidence} if each test that pages name as evidence has to run
	 * @throws IOException if a file cannot be read or written
	 */
	public static void main(String[] args) throws IOException {
		Path root = Path.of("");
		MavenLog log = MavenLog.read(Path.of(args[2]));
		BuildSummary summary = new BuildSummary(args[0], TestReport.readAll(root.toAbsolutePath(), args[1]), log);
		summary.judgeMaven(Integer.parseInt(args[3]), args[2]);
		summary.countTests();
		summary.nameContracts();
		if (args.length > 5 && summary.problems.isEmpty()) {
			summary.judgeEvidence(Evidence.read(root));
		}
		summary.nameSlowest();
		summary.lines.forEach(System.out::println);
		Files.write(Path.of(args[4]), summary.result());
	}

	void judgeMaven(int status, String file) {
		this.log.brokenForks().forEach(this::problem);
		if (status == 0) {
			return;
		}
		this.lines.add("--- last lines of " + file);
		this.lines.addAll(this.log.end(LAST_LINES));
		problem("Maven ended with status " + status + "; all its output is in " + file);
		this.log.errors().forEach(this::problem);
		List<String> notRun = this.log.notRun();
		if (!notRun.isEmpty()) {
			problem(notRun.size() + " modules did not run, because one that they need failed: "
					+ String.join(", ", notRun));
		}
	}

	void countTests() {
		Map<Path, List<TestReport>> modules = this.reports.stream()
			.collect(Collectors.groupingBy(TestReport::module, TreeMap::new, Collectors.toList()));
		modules.forEach((module, ofModule) -> {
			int skipped = skipped(ofModule);
			if (run(ofModule) > 0) {
				this.lines.add(counts("%-45s".formatted(module), ofModule));
			}
			ofModule.stream().flatMap((report) -> report.cases().stream()).forEach(this::nameFailure);
			if (skipped > 0) {
				problem(skipped + " skipped in " + module + "; a test that cannot run must fail");
			}
		});
		this.lines
			.add("phase " + this.phase + ": " + run(this.reports) + " tests ran, " + failed(this.reports) + " failed");
		if (run(this.reports) == 0) {
			problem("no test ran");
		}
	}

	private void nameFailure(TestCase test) {
		if (!test.failure().isEmpty()) {
			String failure = test.failure().strip();
			problem(test.testClass() + "." + test.name() + ": "
					+ failure.substring(0, Math.min(failure.length(), LONGEST_FAILURE)).replaceAll("\\s+", " "));
		}
	}

	void nameContracts() {
		this.reports.stream()
			.filter((report) -> report.cases().stream().anyMatch((test) -> test.method().equals(TEST_OF_CONTRACT)))
			.map((report) -> counts("contract suite %-42s".formatted(report.simpleName()), List.of(report)))
			.sorted()
			.forEach(this.lines::add);
	}

	void judgeEvidence(Evidence evidence) throws IOException {
		Set<String> ran = this.reports.stream()
			.flatMap((report) -> report.cases().stream())
			.map(TestCase::id)
			.collect(Collectors.toSet());
		evidence.missing(ran).forEach((name) -> problem(name + " is named as evidence, but did not run"));
	}

	void nameSlowest() {
		this.lines.add("The slowest test classes, in seconds:");
		this.reports.stream()
			.sorted(Comparator.comparingDouble(TestReport::seconds).reversed())
			.limit(SLOWEST)
			.map((report) -> String.format(Locale.ROOT, "%9.1f  %s", report.seconds(), report.testClass()))
			.forEach(this.lines::add);
	}

	/** Returns the lines for the reader of the output. */
	List<String> lines() {
		return this.lines;
	}

	/**
	 * Returns the result: in the first line how many tests passed and failed, and how
	 * many modules did not run; then the problems, one a line.
	 */
	List<String> result() {
		List<String> result = new ArrayList<>();
		int passed = run(this.reports) - failed(this.reports) - skipped(this.reports);
		result.add(passed + " " + failed(this.reports) + " " + this.log.notRun().size());
		result.addAll(this.problems);
		return result;
	}

	private void problem(String text) {
		String problem = "phase " + this.phase + ": " + text;
		this.problems.add(problem);
		this.lines.add("PROBLEM: " + problem);
	}

	private static String counts(String label, List<TestReport> reports) {
		return String.format("%s %6d run %4d failed %4d skipped", label, run(reports), failed(reports),
				skipped(reports));
	}

	private static int run(List<TestReport> reports) {
		return reports.stream().mapToInt(TestReport::run).sum();
	}

	private static int failed(List<TestReport> reports) {
		return reports.stream().mapToInt(TestReport::failed).sum();
	}

	private static int skipped(List<TestReport> reports) {
		return reports.stream().mapToInt(TestReport::skipped).sum();
	}

}
