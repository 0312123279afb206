/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that the tests on the page of the fault matrix exist, in any module.
 */
class FaultMatrixTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\|", Pattern.MULTILINE);

	private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:IT|Tests|Contract))\\.(\\w+)(\\*?)`");

	private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+(?:IT|Tests|Contract))`");

	private final Map<String, List<Path>> sources = sources();

	@Test
	void hasEachRowOnce() throws IOException {
		assertThat(numbers(page("verification/docs/fault-matrix.md")))
			.containsExactlyElementsOf(IntStream.rangeClosed(1, 60).mapToObj(Integer::toString).toList());
	}

	@ParameterizedTest
	@CsvSource({ "verification/docs/fault-matrix.md, 52", "verification/docs/evidence.md, 22", "docs/protocol.md, 0" })
	void namedTestsExist(String file, long least) throws IOException {
		assertThat(missing(page(file))).isEmpty();
		assertThat(TEST.matcher(page(file)).results().count()).as("tests named").isGreaterThan(least);
	}

	@Test
	void eachPromiseHasEvidence() throws IOException {
		List<String> promises = rules(page("docs/guarantees.md"));
		assertThat(promises).hasSize(22).doesNotHaveDuplicates();
		assertThat(rules(page("verification/docs/evidence.md"))).containsExactlyElementsOf(promises);
	}

	/** Returns the numbers of the table whose first column has the heading "rule". */
	private static List<String> rules(String page) {
		return numbers(page.substring(page.indexOf("| rule |")));
	}

	private static List<String> numbers(String table) {
		return ROW.matcher(table).results().map((row) -> row.group(1)).toList();
	}

	@Test
	void findsWhatDoesNotExist() {
		assertThat(missing("`FaultMatrixTests.findsWhatDoesNotExist`, `FaultMatrixTests.finds*`")).isEmpty();
		assertThat(missing("`FaultMatrixTests.isNotThere`, `FaultMatrixTests.isNot*`, `NotThereTests`"))
			.containsExactly("FaultMatrixTests.isNotThere", "FaultMatrixTests.isNot*", "NotThereTests");
	}

	private List<String> missing(String page) {
		List<String> missing = new ArrayList<>();
		for (Matcher test = TEST.matcher(page); test.find();) {
			String method = "void " + test.group(2) + (test.group(3).isEmpty() ? "(" : "");
			if (this.sources.getOrDefault(test.group(1), List.of())
				.stream()
				.noneMatch((file) -> text(file).contains(method))) {
				missing.add(test.group(1) + "." + test.group(2) + test.group(3));
			}
		}
		CLASS.matcher(page)
			.results()
			.map((type) -> type.group(1))
			.filter((type) -> !this.sources.containsKey(type))
			.forEach(missing::add);
		return missing;
	}

	private static String page(String file) throws IOException {
		return Files.readString(ROOT.resolve(file));
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Map<String, List<Path>> sources() {
		Map<String, List<Path>> sources = new HashMap<>();
		try {
			Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
					String name = folder.getFileName().toString();
					boolean own = !name.equals("target") && (!name.startsWith(".") || name.equals(".."));
					return own ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
				}

				@Override
				public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
					String name = file.getFileName().toString();
					if (name.endsWith(".java")) {
						sources
							.computeIfAbsent(name.substring(0, name.length() - ".java".length()),
									(absent) -> new ArrayList<>())
							.add(file);
					}
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return sources;
	}

}
