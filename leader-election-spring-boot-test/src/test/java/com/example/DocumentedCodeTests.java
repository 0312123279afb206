/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Java that the documentation shows is the source of tests of this module, or of
 * verification/migration, word for word but for imports. So it compiles, and some of it
 * runs.
 */
class DocumentedCodeTests {

	private static final Path SOURCES = Path.of("src", "test", "java");

	/**
	 * Of the pages in docs/migration, which need the libraries that they lead away from.
	 */
	private static final Path MIGRATION = Path.of("..", "verification", "migration").resolve(SOURCES);

	private static final Pattern ANY_BLOCK = Pattern.compile("^```java$", Pattern.MULTILINE);

	private static final Pattern BLOCK = Pattern.compile("^<!-- (\\S+) -->\\n```java\\n(.*?)^```$",
			Pattern.MULTILINE | Pattern.DOTALL);

	@ParameterizedTest
	@ValueSource(strings = { "testing", "migration", "readme" })
	void pageShowsWhatIsCompiled(String page) throws IOException {
		String text = text(page);
		List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
		assertThat(blocks).as("each block names its file").hasSize((int) ANY_BLOCK.matcher(text).results().count());
		assertThat(blocks).isNotEmpty()
			.allSatisfy((block) -> assertThat(block.group(2)).isEqualTo(shown(sources(page).resolve(block.group(1)))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "testing", "migration", "readme" })
	void whatIsCompiledForAPageIsShown(String page) throws IOException {
		List<String> shown = BLOCK.matcher(text(page)).results().map((block) -> block.group(1)).toList();
		Path sources = sources(page);
		try (Stream<Path> files = Files.walk(sources.resolve("com/example/" + page))) {
			assertThat(files.filter(Files::isRegularFile)
				.map((file) -> sources.relativize(file).toString())
				.filter((file) -> !isOwn(file))).containsExactlyInAnyOrderElementsOf(shown);
		}
	}

	private static Path sources(String page) {
		return page.equals("migration") ? MIGRATION : SOURCES;
	}

	/** What a page needs to be tested, and does not show. */
	private static boolean isOwn(String file) {
		return file.endsWith("Application.java") || file.endsWith("MigrationTests.java");
	}

	/** Of the page, or of all pages in the folder of that name. */
	private static String text(String name) throws IOException {
		if (name.equals("readme")) {
			return Files.readString(Path.of("..", "README.md"));
		}
		Path docs = Path.of("..", "docs");
		if (Files.isDirectory(docs.resolve(name))) {
			try (Stream<Path> pages = Files.list(docs.resolve(name))) {
				return pages.map(DocumentedCodeTests::read).collect(Collectors.joining());
			}
		}
		return Files.readString(docs.resolve(name + ".md"));
	}

	private static String shown(Path file) {
		String text = read(file);
		return text.substring(text.indexOf("*/") + 2)
			.lines()
			.filter((line) -> !line.startsWith("package ") && !line.startsWith("import "))
			.collect(Collectors.joining("\n"))
			.strip() + "\n";
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
