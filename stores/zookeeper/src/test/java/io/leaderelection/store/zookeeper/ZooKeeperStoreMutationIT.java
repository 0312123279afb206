/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.file.Path;

import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the source of the store, and verifies that the contract fails on a
 * real server.
 */
@Tag("server")
@Tag("slow")
class ZooKeeperStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/zookeeper");

	private static final String PREFIX = "io.leaderelection.store.zookeeper.";

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		SourceMutant mutant = SourceMutant.of(SOURCES).breakRules(mutation);
		if (mutation == StoreMutation.EXPIRY_CHECK) {
			mutant.replace("SeenNode.java", "if (evidence.left().isZero()) {", "if (false) {");
		}
		MutatedZooKeeperStore.classes = mutant.compile(ZooKeeperLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("zookeeper", mutation.name(), MutatedZooKeeperStore.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedZooKeeperStore.classes = SourceMutant.of(SOURCES)
			.replace("SeenNode.java", "package io.", "package io.")
			.compile(ZooKeeperLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("zookeeper", "none", MutatedZooKeeperStore.class)).isEmpty();
	}

}
