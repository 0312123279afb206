/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the page about stores of one's own with the example that it shows.
 */
class StorePageTests {

	private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	@Test
	void everyBlockIsPartOfTheExample() throws IOException {
		List<String> sources = sources("src").map(StorePageTests::withoutIndentation).toList();
		List<String> blocks = BLOCK.matcher(Files.readString(Path.of("../../stores/README.md")))
			.results()
			.map((block) -> withoutIndentation(block.group(1)))
			.toList();
		assertThat(blocks).isNotEmpty()
			.allSatisfy((block) -> assertThat(sources).anySatisfy((source) -> assertThat(source).contains(block)));
	}

	@ParameterizedTest
	@CsvSource({ "folder, 199", "nats, 150" })
	void theExamplesStaySmall(String example, int most) throws IOException {
		assertThat(sources("src/main/java/io/leaderelection/example/" + example).map(StorePageTests::withoutComments)
			.flatMap(String::lines)
			.map(String::strip)
			.filter((line) -> !line.isEmpty() && !line.matches("(import |package ).*"))).isNotEmpty()
			.hasSizeLessThanOrEqualTo(most);
	}

	private static String withoutComments(String source) {
		return source.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("(?m)^\\s*//.*$", "");
	}

	private static Stream<String> sources(String folder) throws IOException {
		try (Stream<Path> files = Files.walk(Path.of(folder))) {
			return files.filter((file) -> file.toString().endsWith(".java"))
				.toList()
				.stream()
				.map(StorePageTests::read);
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String withoutIndentation(String text) {
		return text.lines().map(String::strip).collect(Collectors.joining("\n"));
	}

}
