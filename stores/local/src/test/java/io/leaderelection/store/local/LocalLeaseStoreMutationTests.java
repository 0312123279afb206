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
		SourceMutant mutant = SourceMutant.of(SOURCES);
		switch (mutation) {
			// The owner in the lock table is a second line of defence for nonce and
			// token.
			case NONCE_CHECK -> mutant
				.replace("LeaseRecord.java", "this.nonce.equals(nonce) && this.token == token", "this.token == token")
				.replace("ElectionLock.java", "return this.owner != null && this.owner.nonce().equals(nonce);",
						"return isOwned();");
			case TOKEN_CHECK -> mutant
				.replace("LeaseRecord.java", "this.nonce.equals(nonce) && this.token == token",
						"this.nonce.equals(nonce)")
				.replace("LocalElection.java", "&& record.token() != command.token()", "&& false");
			case SEEN_TOKEN_CHECK ->
				mutant.replace("LocalElection.java", "if (token != command.seenToken()) {", "if (false) {");
			case EXPIRY_CHECK ->
				mutant.replace("LocalElection.java", "!record.released() && left(record) > 0", "!record.released()");
			case REPEAT_EXTENDS ->
				mutant.replace("LocalElection.java", "return writeTerm(record.extendedFrom(this.clock.millis()));",
						"return new Outcome.Granted(record.token(), record.duration(), waiting(record));");
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
