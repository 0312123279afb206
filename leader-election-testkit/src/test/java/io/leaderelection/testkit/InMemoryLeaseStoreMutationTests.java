/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the source of the store in memory, which the contract must find.
 */
class InMemoryLeaseStoreMutationTests {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/testkit");

	private static final String PREFIX = "io.leaderelection.testkit.InMemory";

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractFindsTheMutation(StoreMutation mutation) {
		MutatedMemory.classes = SourceMutant.of(SOURCES)
			.breakRules(mutation)
			.compile(InMemoryLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("in-memory", mutation.name(), MutatedMemory.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWithoutAMutation() {
		MutatedMemory.classes = SourceMutant.of(SOURCES)
			.replace("InMemoryLeaseStore.java", "package io.", "package io.")
			.compile(InMemoryLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("in-memory", "none", MutatedMemory.class)).isEmpty();
	}

}
