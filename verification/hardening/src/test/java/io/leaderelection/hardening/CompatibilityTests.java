/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the list of public API, with which each release is compared, names existing
 * types. A wrong name would silently exclude its API from that comparison.
 */
class CompatibilityTests {

	private static final Path root = Path.of("").toAbsolutePath().getParent().getParent();

	private static final Pattern INCLUDE = Pattern.compile("<include>(io\\.leaderelection[\\w.]*)</include>");

	@Test
	void publicApiListNamesExistingTypes() throws IOException {
		List<String> names = INCLUDE.matcher(Files.readString(root.resolve("pom.xml")))
			.results()
			.map((match) -> match.group(1))
			.toList();
		assertThat(names).hasSizeGreaterThan(20);
		List<Path> sources;
		try (Stream<Path> files = Files.walk(root)) {
			sources = files.filter((file) -> file.toString().contains("/src/main/java/io/leaderelection/"))
				.filter((file) -> file.toString().endsWith(".java"))
				.toList();
		}
		assertThat(names).allSatisfy((name) -> assertThat(sources).as(name)
			.anyMatch((source) -> isNamed(name.replace('.', '/'), source.toString())));
	}

	private static boolean isNamed(String name, String source) {
		return source.endsWith("/src/main/java/" + name + ".java")
				|| source.endsWith("/src/main/java/" + name + "/package-info.java");
	}

}
