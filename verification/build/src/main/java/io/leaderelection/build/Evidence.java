/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests that pages name as evidence. A test of the testkit checks that they exist;
 * this class, that they ran.
 *
 * @param root the root of the repository
 * @param names the names: a class, or a class and a method, of which the end may be left
 * open by an asterisk
 */
record Evidence(Path root, Set<String> names) {

	/** The pages, relative to the root. */
	static final List<String> PAGES = List.of("verification/docs/evidence.md", "verification/docs/fault-matrix.md",
			"docs/protocol.md");

	private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*(?:IT|Tests|Contract)(?:\\.\\w+\\*?)?)`");

	private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");

	private static final String CONTRACT = "Contract";

	/**
	 * Reads the names on the pages.
	 * @param root the root of the repository
	 * @return the evidence
	 * @throws IOException if a page cannot be read
	 */
	static Evidence read(Path root) throws IOException {
		Set<String> names = new TreeSet<>();
		for (String page : PAGES) {
			NAME.matcher(Files.readString(root.resolve(page)))
				.results()
				.map((name) -> name.group(1))
				.forEach(names::add);
		}
		return new Evidence(root, names);
	}

	/**
	 * Returns what is named, but did not run. A test of a contract counts if it ran in
	 * any class.
	 * @param ran the tests that ran, each as {@code Class.method}
	 * @return the names
	 * @throws IOException if the source of a contract cannot be read
	 */
	List<String> missing(Set<String> ran) throws IOException {
		List<String> missing = new ArrayList<>();
		for (String name : this.names) {
			Pattern pattern = pattern(name);
			if (ran.stream().noneMatch((test) -> pattern.matcher(test).matches())) {
				missing.add(name);
			}
		}
		return missing;
	}

	private Pattern pattern(String name) throws IOException {
		String type = name.replaceFirst("\\..*", "");
		boolean contract = type.endsWith(CONTRACT);
		String method = "\\w+";
		if (!type.equals(name)) {
			method = name.substring(type.length() + 1).replace("*", "\\w*");
		}
		else if (contract) {
			method = "(?:" + methods(type) + ")";
		}
		return Pattern.compile((contract ? "\\w+" : type) + "\\." + method);
	}

	/** Returns the methods of a contract, as alternatives of a pattern. */
	private String methods(String contract) throws IOException {
		try (Stream<Path> files = Files.find(this.root, 20, (file, attributes) -> file.endsWith(contract + ".java"))) {
			Path source = files.findFirst().orElseThrow(() -> new IOException("There is no source of " + contract));
			return METHOD.matcher(Files.readString(source))
				.results()
				.map((MatchResult method) -> method.group(1))
				.collect(Collectors.joining("|"));
		}
	}

}
