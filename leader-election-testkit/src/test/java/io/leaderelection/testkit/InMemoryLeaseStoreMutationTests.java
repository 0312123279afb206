/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes the checks from the source of the store in memory and expects the contract to
 * notice.
 */
class InMemoryLeaseStoreMutationTests {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/testkit");

	private static final Path CLASSES = Path.of("target/classes");

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		Mutant text = switch (mutation) {
			case NONCE_CHECK -> new Mutant("InMemoryRecord.java",
					Map.of("this.nonce.equals(nonce) && this.token == token", "this.token == token"));
			case TOKEN_CHECK -> new Mutant("InMemoryRecord.java",
					Map.of("this.nonce.equals(nonce) && this.token == token", "this.nonce.equals(nonce)"));
			case SEEN_TOKEN_CHECK ->
				new Mutant("InMemoryLeaseStore.java", Map.of("if (token != command.seenToken()) {", "if (false) {"));
			case EXPIRY_CHECK ->
				new Mutant("InMemoryRecord.java", Map.of("!this.released && now < this.expiresAt", "!this.released"));
			case REPEAT_EXTENDS ->
				new Mutant("InMemoryLeaseStore.java", Map.of("record.isLive(now) ? extend(command.key(), record, now)",
						"record.isLive(now) ? record.granted(now)"));
		};
		MutatedMemory.classes = SourceMutant.compile(SOURCES.resolve(text.file()), text.replacements(), CLASSES,
				"io.leaderelection.testkit.InMemory", this.output);
		assertThat(MutationRun.failingTests("in-memory", mutation.name(), MutatedMemory.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedMemory.classes = SourceMutant.compile(SOURCES.resolve("InMemoryLeaseStore.java"), Map.of(), CLASSES,
				"io.leaderelection.testkit.InMemory", this.output);
		assertThat(MutationRun.failingTests("in-memory", "none", MutatedMemory.class)).isEmpty();
	}

	/** A file, and what to replace in it. */
	private record Mutant(String file, Map<String, String> replacements) {
	}

}
