/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.lang.reflect.Method;
import java.nio.file.Path;

import com.mongodb.client.MongoClient;
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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the rules and from the store, and verifies that tests fail. The
 * servers of the tests have no replica that could lag behind, so the concerns of requests
 * are only seen in the commands.
 */
@Tag("server")
@Tag("slow")
class MongoStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/mongodb");

	private static final String PREFIX = "io.leaderelection.store.mongodb.";

	private static final String RECORDS = "MongoRecords.java";

	private static ClassLoader classes;

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		run(SourceMutant.of(SOURCES).breakRules(mutation));
		assertThat(MutationRun.failingTests("mongodb", mutation.name(), Mutated.class)).isNotEmpty();
	}

	@Test
	void theContractNoticesWritesThatCreateOrReplaceAnything() {
		run(SourceMutant.of(SOURCES)
			.replace(RECORDS,
					"documents.findOneAndReplace(of(key, (String) expected.version()), of(key, text)) != null",
					"documents.replaceOne(byId(key), of(key, text),"
							+ " new com.mongodb.client.model.ReplaceOptions().upsert(true)) != null"));
		assertThat(MutationRun.failingTests("mongodb", "blind writes", Mutated.class)).isNotEmpty();
	}

	@Test
	void theTestsNoticeThatTheConditionIsLeftOut() {
		run(SourceMutant.of(SOURCES).replace(RECORDS, "of(key, (String) expected.version())", "byId(key)"));
		assertThat(MutationRun.failingTests("mongodb", "condition", MutatedRemoval.class)).hasSize(1);
		assertThat(MutationRun.failingTests("mongodb", "condition", MutatedCommands.class)).hasSize(1);
	}

	@Test
	void theContractNoticesThatTheChangeCounterIsLeftOut() {
		run(SourceMutant.of(SOURCES)
			.replace(RECORDS, "record.format(Map.of())",
					"new TermRecord(record.token(), record.nonce(), record.candidate(), record.since(), record.lease(),"
							+ " record.notBefore(), 0, record.released(), record.metadata(), record.checkpoints())"
							+ ".format(Map.of())"));
		assertThat(MutationRun.failingTests("mongodb", "change counter", Mutated.class)).isNotEmpty();
	}

	@Test
	void theTestsNoticeReadsThatMayBeOlder() {
		run(SourceMutant.of(SOURCES).replace(RECORDS, "ReadConcern.LINEARIZABLE", "ReadConcern.LOCAL"));
		assertThat(MutationRun.failingTests("mongodb", "eventual reads", MutatedCommands.class)).hasSize(1);
	}

	@Test
	void theTestsNoticeWritesWithoutAMajority() {
		run(SourceMutant.of(SOURCES).replace(RECORDS, "WriteConcern.MAJORITY", "WriteConcern.W1"));
		assertThat(MutationRun.failingTests("mongodb", "write concern 1", MutatedCommands.class)).hasSize(1);
	}

	@Test
	void theTestsPassWhatIsNotMutated() {
		run(SourceMutant.of(SOURCES).replace(RECORDS, "package io.", "package io."));
		assertThat(MutationRun.failingTests("mongodb", "none", Mutated.class)).isEmpty();
		assertThat(MutationRun.failingTests("mongodb", "none", MutatedRemoval.class)).isEmpty();
		assertThat(MutationRun.failingTests("mongodb", "none", MutatedCommands.class)).isEmpty();
	}

	private void run(SourceMutant mutant) {
		classes = mutant.compile(MongoLeaseStoreFactory.class, PREFIX, this.output);
	}

	private static LeaseStore openMutated(MongoClient client, TimeSystem time) {
		try {
			Object builder = classes.loadClass(MongoLeaseStoreFactory.class.getName())
				.getMethod("builder", MongoClient.class)
				.invoke(null, client);
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
	static class Mutated extends MongoLeaseStoreContractIT {

		@Override
		LeaseStore open(MongoClient client, TimeSystem time) {
			return openMutated(client, time);
		}

	}

	/** Nested, so that no test run finds it. */
	static class MutatedRemoval extends MongoRemovalIT {

		@Override
		LeaseStore open(MongoClient client, TimeSystem time) {
			return openMutated(client, time);
		}

	}

	/** Nested, so that no test run finds it. */
	static class MutatedCommands extends MongoRecordsTests {

		@Override
		LeaseStore open(MongoClient client, TimeSystem time) {
			return openMutated(client, time);
		}

	}

}
