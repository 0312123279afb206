/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UntrustedTextTests {

	@Test
	void controlCharactersAndFormatsAreReplaced() {
		assertThat(UntrustedText.clean("a\u001b[2J\n\u202eb")).isEqualTo("a\uFFFD[2J\uFFFD\uFFFDb");
	}

	@Test
	void textIsBounded() {
		assertThat(UntrustedText.clean("x".repeat(10_000))).hasSize(500);
	}

	@Test
	void metadataIsCleaned() {
		assertThat(UntrustedText.shown(Map.of("k\n", "v\u0000"))).containsExactly(Map.entry("k\uFFFD", "v\uFFFD"));
	}

	@Test
	void lettersOfAllScriptsAreKept() {
		assertThat(UntrustedText.clean("Zürich 東京 \uD83D\uDE00")).isEqualTo("Zürich 東京 \uD83D\uDE00");
	}

}
