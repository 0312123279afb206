/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the page for maintainers says what belongs into each test package.
 */
class TestPackagesTests {

	private static final Path PAGE = Path.of("..", "verification", "docs", "maintaining.md");

	private static final String ROOT = "io.leaderelection";

	private static final Pattern SOURCE = Pattern.compile("(.+)/src/test/java/(.+)/[^/]+\\.java");

	private static final Pattern NAME = Pattern.compile("`([^`]+)`|root");

	@Test
	void eachTestPackageHasARow() throws IOException {
		List<Row> rows = rows();
		assertThat(packages()).isNotEmpty()
			.allSatisfy((named) -> assertThat(rows).as(named.toString()).anyMatch((row) -> row.describes(named)));
	}

	@Test
	void eachRowDescribesATestPackage() throws IOException {
		Set<Named> packages = packages();
		assertThat(rows()).isNotEmpty()
			.allSatisfy((row) -> assertThat(packages).as(row.toString()).anyMatch(row::describes));
	}

	private static Set<Named> packages() throws IOException {
		return PagesTests.files()
			.stream()
			.map((file) -> SOURCE.matcher(file.toString()))
			.filter((source) -> source.matches())
			.map((source) -> new Named(source.group(1), source.group(2).replace('/', '.')))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/** A row for each package that a line of the table names. */
	private static List<Row> rows() throws IOException {
		String page = Files.readString(PAGE);
		String section = page.substring(page.indexOf("\n## Test packages"), page.indexOf("\n## Rules"));
		List<Row> rows = new ArrayList<>();
		section.lines().filter((line) -> line.startsWith("| `")).forEach((line) -> {
			String[] cells = line.split(" *\\| *", -1);
			NAME.matcher(cells[2])
				.results()
				.map((name) -> (name.group(1) != null) ? name.group(1) : "")
				.forEach((name) -> rows.add(new Row(pattern(cells[1].replace("`", "")), pattern(full(name)))));
		});
		return rows;
	}

	private static String full(String name) {
		if (name.isEmpty()) {
			return ROOT;
		}
		return name.startsWith("com.") || name.startsWith("org.") ? name : ROOT + "." + name;
	}

	/** A star stands for anything. */
	private static Pattern pattern(String glob) {
		return Pattern.compile(Pattern.quote(glob).replace("*", "\\E.+\\Q"));
	}

	private record Named(String module, String name) implements Comparable<Named> {

		@Override
		public int compareTo(Named other) {
			return toString().compareTo(other.toString());
		}

	}

	private record Row(Pattern module, Pattern name) {

		private boolean describes(Named named) {
			return this.module.matcher(named.module()).matches() && this.name.matcher(named.name()).matches();
		}

	}

}
