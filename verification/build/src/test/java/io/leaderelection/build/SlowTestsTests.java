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
 * Checks that tests on servers which are built for {@code ./verify --all} alone do not
 * run for every change.
 */
class SlowTestsTests {

	private static final Pattern BUILT_SERVER = Pattern
		.compile("\\b(FerretServer|KubeApiServer|SeaweedServer|VersityServer)\\b");

	private static final String SLOW = "@Tag(\"slow\")";

	@Test
	void testsOnServersThatAreBuiltAreSlow() throws IOException {
		List<Path> tests = Tree.files(".*/src/test/.*IT\\.java");
		List<String> findings = new ArrayList<>();
		int built = 0;
		for (Path test : tests) {
			List<String> lines = Tree.lines(test);
			built += startsABuiltServer(lines) ? 1 : 0;
			if (isMisplaced(lines)) {
				findings.add(test + " needs " + SLOW);
			}
		}
		assertThat(built).isGreaterThan(8);
		assertThat(findings).isEmpty();
	}

	@Test
	void misplacedTestIsFound() {
		String server = "private static final FerretServer server = FerretServer.open();";
		assertThat(isMisplaced(List.of("@Tag(\"server\")", server))).isTrue();
		assertThat(isMisplaced(List.of("@Tag(\"server\")", SLOW, server))).isFalse();
		assertThat(isMisplaced(List.of("@Tag(\"server\")"))).isFalse();
	}

	private static boolean isMisplaced(List<String> lines) {
		return startsABuiltServer(lines) && !lines.contains(SLOW);
	}

	private static boolean startsABuiltServer(List<String> lines) {
		return lines.stream().anyMatch((line) -> BUILT_SERVER.matcher(line).find());
	}

}
