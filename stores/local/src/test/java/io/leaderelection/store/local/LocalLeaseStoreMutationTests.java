/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;

import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes the checks from the source of the local store and expects the contract to
 * notice.
 */
class LocalLeaseStoreMutationTests {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/local");

	private static final String PREFIX = "io.leaderelection.store.local.";

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		SourceMutant mutant = SourceMutant.of(SOURCES).breakRules(mutation);
		switch (mutation) {
			// The owner in the lock table is a second line of defence
			case NONCE_CHECK -> mutant.replace("ElectionLock.java",
					"return this.owner != null && this.owner.nonce().equals(nonce);", "return isOwned();");
			case EXPIRY_CHECK -> mutant.replace("LockEvidence.java",
					"return of(record, isRunning(record) ? Lock.TERM : Lock.FREE);", "return of(record, Lock.TERM);");
			default -> {
			}
		}
		MutatedLocalStore.classes = mutant.compile(LocalLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("local", mutation.name(), MutatedLocalStore.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedLocalStore.classes = SourceMutant.of(SOURCES)
			.replace("LocalElection.java", "package io.", "package io.")
			.compile(LocalLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("local", "none", MutatedLocalStore.class)).isEmpty();
	}

}
