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
 * Removes the checks from the source of the etcd store and expects the contract to
 * notice, on a real server.
 */
@Tag("server")
class EtcdStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/etcd");

	private static final String PREFIX = "io.leaderelection.store.etcd.";

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		SourceMutant mutant = SourceMutant.of(SOURCES);
		switch (mutation) {
			case NONCE_CHECK -> mutant.replace("LeaseRecord.java", "this.nonce.equals(nonce) && this.token == token",
					"this.token == token");
			case TOKEN_CHECK -> mutant.replace("LeaseRecord.java", "this.nonce.equals(nonce) && this.token == token",
					"this.nonce.equals(nonce)");
			case SEEN_TOKEN_CHECK ->
				mutant.replace("TermRules.java", "if (token != command.seenToken()) {", "if (false) {");
			case EXPIRY_CHECK -> mutant.replace("TermRules.java",
					"Hold live = view.liveHold();\n\t\t\treturn (live != null) ? extend",
					"Hold live = new Hold(record.nonce(), record.token(), 1);\n\t\t\treturn (!record.released()) ? extend")
				.replace("TermRules.java", "command.token()) || live == null) {",
						"command.token()) || record.released()) {")
				.replace("TermRules.java", "new Write<>(new LeaseUse.OfHold(live.lease())",
						"new Write<>(new LeaseUse.None()");
			case REPEAT_EXTENDS -> mutant.replace("TermRules.java",
					"return (live != null) ? extend(view, record, live, (granted) -> granted) : new Answer<>(LOST);",
					"return (live != null) ? new Answer<>(new Outcome.Granted(record.token(), record.duration(), "
							+ "notBefore(view))) : new Answer<>(LOST);");
		}
		MutatedEtcdStore.classes = mutant.compile(EtcdLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("etcd", mutation.name(), MutatedEtcdStore.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedEtcdStore.classes = SourceMutant.of(SOURCES)
			.replace("TermRules.java", "package io.", "package io.")
			.compile(EtcdLeaseStore.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("etcd", "none", MutatedEtcdStore.class)).isEmpty();
	}

}
