/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

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
 * Removes checks from the source of the etcd store, and verifies that the contract fails
 * on a real server.
 */
// Not tagged slow, although it needs about 9 s: it shows what the contract suite detects
@Tag("server")
class EtcdStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/etcd");

	private static final String PREFIX = "io.leaderelection.store.etcd.";

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		SourceMutant mutant = SourceMutant.of(SOURCES).breakRules(mutation);
		if (mutation == StoreMutation.EXPIRY_CHECK) {
			// The expiry of the guard lock ends the term
			mutant.replace("ElectionView.java", "(guardLock == null) ? Lock.FREE",
					"(guardLock == null) ? (record.released() ? Lock.FREE : Lock.TERM)");
		}
		MutatedEtcdStore.classes = mutant.compile(EtcdLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("etcd", mutation.name(), MutatedEtcdStore.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedEtcdStore.classes = SourceMutant.of(SOURCES)
			.replace("ElectionView.java", "package io.", "package io.")
			.compile(EtcdLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("etcd", "none", MutatedEtcdStore.class)).isEmpty();
	}

}
