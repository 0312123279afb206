/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The output of a build by Maven.
 *
 * @param lines the lines
 */
record MavenLog(List<String> lines) {

	/** Of the summary at the end: a module behind one that failed. */
	private static final Pattern SKIPPED = Pattern.compile("\\[INFO\\] (\\S+) \\.* ?SKIPPED");

	private static final Pattern ERROR = Pattern
		.compile("\\[ERROR\\] (?:Failed to execute|.*\\.java:).*|.*Rule violated.*");

	/** Of a process with tests that did not end by itself: its reports are incomplete. */
	private static final Pattern BROKEN_FORK = Pattern
		.compile("\\[ERROR\\].*(?:The forked VM|other error in the fork|starting fork|Crashed tests).*");

	private static final int MOST_ERRORS = 8;

	private static final int LONGEST_ERROR = 300;

	static MavenLog read(Path file) throws IOException {
		// What tests print need not be in the encoding of this process
		return new MavenLog(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines().toList());
	}

	/** Returns the modules that Maven left out because one that they need had failed. */
	List<String> notRun() {
		return this.lines.stream()
			.map(SKIPPED::matcher)
			.filter((line) -> line.matches())
			.map((line) -> line.group(1))
			.toList();
	}

	/** Returns the first lines that say what failed, without their ends. */
	List<String> errors() {
		return matching(ERROR);
	}

	/**
	 * Returns the first lines about a process with tests that crashed or did not end.
	 * Maven itself goes on, as after a test that failed.
	 */
	List<String> brokenForks() {
		return matching(BROKEN_FORK);
	}

	private List<String> matching(Pattern pattern) {
		return this.lines.stream()
			.filter((line) -> pattern.matcher(line).matches())
			.distinct()
			.map((line) -> line.substring(0, Math.min(line.length(), LONGEST_ERROR)))
			.limit(MOST_ERRORS)
			.toList();
	}

	/** Returns the last lines. */
	List<String> end(int count) {
		return this.lines.subList(Math.max(0, this.lines.size() - count), this.lines.size());
	}

}
