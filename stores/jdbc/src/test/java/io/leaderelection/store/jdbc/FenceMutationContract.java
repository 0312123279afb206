/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.file.Path;

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

	@TempDir
	Path output;

	/** Returns the end of the dialect's statement. */
	abstract String lock();

	/** Returns the tests of fenced transactions on the database. */
	abstract Class<? extends FencedTransactionContract> tests();

	@Test
	void theTestsNoticeThatTheRecordIsLockedInstead() throws ClassNotFoundException {
		SourceMutant mutant = SourceMutant.of(SOURCES)
			.replace(FILE, "from leader_fence" + KEY + lock(), "from leader_lease" + KEY + lock());
		assertThat(MutationRun.failingTests(tests().getSimpleName(), "LEASE_ROW_SHARE_LOCKED", load(mutant)))
			.isNotEmpty();
	}

	@Test
	void theTestsPassWhatIsNotMutated() throws ClassNotFoundException {
		SourceMutant mutant = SourceMutant.of(SOURCES).replace(FILE, "package io.", "package io.");
		assertThat(MutationRun.failingTests(tests().getSimpleName(), "none", load(mutant))).isEmpty();
	}

	private Class<?> load(SourceMutant mutant) throws ClassNotFoundException {
		Class<?> loaded = mutant.withClassesBeside(tests())
			.compile(TermFence.class, "io.leaderelection.store.jdbc.", this.output)
			.loadClass(tests().getName());
		assertThat(loaded).isNotSameAs(tests());
		return loaded;
	}

}
