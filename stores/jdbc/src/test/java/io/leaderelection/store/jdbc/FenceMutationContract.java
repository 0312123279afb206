/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.leaderelection.store.jdbc.fence.TermFence;
import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Makes fenced transactions lock the row that renewals write, and expects the tests of
 * fenced transactions to fail. Tests and store are loaded again together with the mutant.
 */
abstract class FenceMutationContract {

	private static final Path SOURCES = MutationContract.SOURCES.resolve("fence");

	private static final String FILE = "TermFence.java";

	private static final String KEY = " where namespace = ? and election = ? ";

	private final Class<? extends FencedTransactionContract> tests;

	@TempDir
	Path output;

	FenceMutationContract(Class<? extends FencedTransactionContract> tests) {
		this.tests = tests;
	}

	@Test
	void theTestsNoticeThatTheRecordIsLockedInstead() throws ClassNotFoundException {
		SourceMutant mutant = SourceMutant.of(SOURCES);
		for (String lock : List.of("for share", "lock in share mode", "for update")) {
			mutant.replace(FILE, "from leader_fence" + KEY + lock, "from leader_lease" + KEY + lock);
		}
		assertThat(failing(mutant, "LEASE_ROW_SHARE_LOCKED")).isNotEmpty();
	}

	@Test
	void theTestsPassWhatIsNotMutated() throws ClassNotFoundException {
		SourceMutant mutant = SourceMutant.of(SOURCES).replace(FILE, "package io.", "package io.");
		assertThat(failing(mutant, "none")).isEmpty();
	}

	private List<String> failing(SourceMutant mutant, String mutation) throws ClassNotFoundException {
		Class<?> loaded = mutant.withClassesBeside(this.tests)
			.compile(TermFence.class, "io.leaderelection.store.jdbc.", this.output)
			.loadClass(this.tests.getName());
		assertThat(loaded).isNotSameAs(this.tests);
		return MutationRun.failingTests(this.tests.getSimpleName(), mutation, loaded);
	}

}
