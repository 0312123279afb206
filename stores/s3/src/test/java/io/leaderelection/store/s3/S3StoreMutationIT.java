/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.lang.reflect.Method;
import java.nio.file.Path;

import io.leaderelection.servers.VersityServer;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.s3.S3Client;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the rules and from the store, and verifies that the contract fails.
 */
@Tag("server")
@Tag("slow")
class S3StoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/s3");

	private static final String PREFIX = "io.leaderelection.store.s3.";

	private static ClassLoader classes;

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		run(SourceMutant.of(SOURCES).breakRules(mutation));
		assertThat(MutationRun.failingTests("s3", mutation.name(), Mutated.class)).isNotEmpty();
	}

	/** The mutant does not notice it either, because it proves nothing. */
	@Test
	void theContractNoticesThatTheConditionIsLeftOut() {
		run(SourceMutant.of(SOURCES)
			.replace("Bucket.java", "(eTag != null) ? request.ifMatch(eTag) : request.ifNoneMatch(\"*\")", "request")
			.replace("ConditionProof.java", "if (this.proven) {", "if (true) {"));
		assertThat(MutationRun.failingTests("s3", "condition", Mutated.class)).isNotEmpty();
	}

	@Test
	void theProofNoticesThatTheConditionIsLeftOut() {
		run(SourceMutant.of(SOURCES)
			.replace("Bucket.java", "(eTag != null) ? request.ifMatch(eTag) : request.ifNoneMatch(\"*\")", "request"));
		assertThat(MutationRun.failingTests("s3", "condition with the proof", Mutated.class)).isNotEmpty();
	}

	@Test
	void theTestsNoticeThatTheProofIsSkipped() {
		run(SourceMutant.of(SOURCES).replace("ConditionProof.java", "if (this.proven) {", "if (true) {"));
		assertThat(MutationRun.failingTests("s3", "proof", MutatedProof.class)).hasSize(2);
	}

	@Test
	void theContractNoticesThatTheChangeCounterIsLeftOut() {
		run(SourceMutant.of(SOURCES)
			.replace("S3Records.java", "record.format(Map.of())",
					"new TermRecord(record.token(), record.nonce(), record.candidate(), record.since(), record.lease(),"
							+ " record.notBefore(), 0, record.released(), record.metadata(), record.checkpoints())"
							+ ".format(Map.of())"));
		assertThat(MutationRun.failingTests("s3", "change counter", Mutated.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		run(SourceMutant.of(SOURCES).replace("S3Records.java", "package io.", "package io."));
		assertThat(MutationRun.failingTests("s3", "none", Mutated.class)).isEmpty();
	}

	private void run(SourceMutant mutant) {
		classes = mutant.compile(S3LeaseStoreFactory.class, PREFIX, this.output);
	}

	private static LeaseStore open(S3Client client, String bucket, TimeSystem time) {
		try {
			Object builder = classes.loadClass(S3LeaseStoreFactory.class.getName())
				.getMethod("builder", S3Client.class)
				.invoke(null, client);
			builder.getClass().getMethod("bucket", String.class).invoke(builder, bucket);
			Object factory = builder.getClass().getMethod("build").invoke(builder);
			Method open = factory.getClass().getDeclaredMethod("open", TimeSystem.class);
			open.setAccessible(true);
			return (LeaseStore) open.invoke(factory, time);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Nested, so that no test run finds it. */
	static class Mutated extends S3LeaseStoreContractIT {

		@Override
		LeaseStore open(S3Client client, TimeSystem time) {
			return S3StoreMutationIT.open(client, VersityServer.BUCKET, time);
		}

	}

	/** Nested, so that no test run finds it. */
	static class MutatedProof extends S3RecordsTests {

		@Override
		LeaseStore open(S3Client client, TimeSystem time) {
			return S3StoreMutationIT.open(client, "team", time);
		}

	}

}
