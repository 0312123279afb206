/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks each source file in Java: it begins with the licence header, and has no
 * left-overs.
 */
class SourceFilesTests {

	private static final List<String> HEADER = List.of("/*", " * Copyright 2026 the original author or authors.",
			" * SPDX-License-Identifier: Apache-2.0", " */");

	// In two parts, because this file is checked, too
	private static final Pattern LEFT_OVER = Pattern.compile("TO" + "DO|FIX" + "ME|XX" + "X|print" + "StackTrace");

	@Test
	void haveTheHeaderAndNoLeftOvers() throws IOException {
		List<Path> files = Tree.files(".*\\.java");
		List<String> findings = new ArrayList<>();
		for (Path file : files) {
			findings(file, Tree.lines(file)).forEach(findings::add);
		}
		assertThat(files).hasSizeGreaterThan(1000);
		assertThat(findings).isEmpty();
	}

	@Test
	void fileWithoutHeaderIsFound() {
		Path file = Path.of("A.java");
		assertThat(findings(file, HEADER)).isEmpty();
		assertThat(findings(file, List.of("package a;")))
			.containsExactly("A.java does not begin with the licence header");
		assertThat(findings(file, HEADER.subList(1, 4)))
			.containsExactly("A.java does not begin with the licence header");
	}

	@Test
	void leftOverIsFound() {
		List<String> lines = new ArrayList<>(HEADER);
		lines.add("// TO" + "DO later");
		assertThat(findings(Path.of("A.java"), lines)).containsExactly("A.java:5: // TO" + "DO later");
	}

	private static List<String> findings(Path file, List<String> lines) {
		List<String> findings = new ArrayList<>();
		if (!lines.subList(0, Math.min(HEADER.size(), lines.size())).equals(HEADER)) {
			findings.add(file + " does not begin with the licence header");
		}
		for (int i = 0; i < lines.size(); i++) {
			if (LEFT_OVER.matcher(lines.get(i)).find()) {
				findings.add(file + ":" + (i + 1) + ": " + lines.get(i));
			}
		}
		return findings;
	}

}
