/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.lang.reflect.Method;
import java.nio.file.Path;

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
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the rules and from the store, and verifies that the contract fails.
 * Neither server of the tests has eventual reads, which the contract therefore cannot
 * notice: a test on requests does.
 */
@Tag("server")
@Tag("slow")
class DynamoDbStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/dynamodb");

	private static final String PREFIX = "io.leaderelection.store.dynamodb.";

	private static ClassLoader classes;

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		run(SourceMutant.of(SOURCES).breakRules(mutation));
		assertThat(MutationRun.failingTests("dynamodb", mutation.name(), Mutated.class)).isNotEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "#name = :version", "attribute_not_exists(#name)" })
	void theContractNoticesThatAConditionIsLeftOut(String condition) {
		String always = condition + " OR attribute_exists(#name) OR attribute_not_exists(#name)";
		run(SourceMutant.of(SOURCES).replace("Table.java", '"' + condition + '"', '"' + always + '"'));
		assertThat(MutationRun.failingTests("dynamodb", "without " + condition, Mutated.class)).isNotEmpty();
	}

	@Test
	void theContractNoticesThatTheChangeCounterIsLeftOut() {
		run(SourceMutant.of(SOURCES)
			.replace("DynamoDbRecords.java", "record.format(Map.of())",
					"new TermRecord(record.token(), record.nonce(), record.candidate(), record.since(), record.lease(),"
							+ " record.notBefore(), 0, record.released(), record.metadata(), record.checkpoints())"
							+ ".format(Map.of())"));
		assertThat(MutationRun.failingTests("dynamodb", "change counter", Mutated.class)).isNotEmpty();
	}

	@Test
	void theContractNoticesThatTheVersionRepeats() {
		run(SourceMutant.of(SOURCES).replace("DynamoDbRecords.java", "Nonce.random().toString()", "\"1\""));
		assertThat(MutationRun.failingTests("dynamodb", "version", Mutated.class)).isNotEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "key(key(key)).consistentRead(true)", "keys(List.copyOf(next)).consistentRead(true)" })
	void theTestsNoticeThatAReadIsEventual(String read) {
		run(SourceMutant.of(SOURCES).replace("Table.java", read, read.replace("(true)", "(false)")));
		assertThat(MutationRun.failingTests("dynamodb", "eventual reads", MutatedRequests.class))
			.containsExactly("readsAreConsistent()");
	}

	@Test
	void theTestsNoticeThatTheReturnedItemIsIgnored() {
		run(SourceMutant.of(SOURCES).replace("Table.java", "return ex.item();", "return Map.of();"));
		assertThat(MutationRun.failingTests("dynamodb", "returned item", MutatedRequests.class))
			.containsExactly("lostRaceIsAnsweredByTheItemThatWasReturned()");
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		run(SourceMutant.of(SOURCES).replace("DynamoDbRecords.java", "package io.", "package io."));
		assertThat(MutationRun.failingTests("dynamodb", "none", Mutated.class)).isEmpty();
		assertThat(MutationRun.failingTests("dynamodb", "none", MutatedRequests.class)).isEmpty();
	}

	private void run(SourceMutant mutant) {
		classes = mutant.compile(DynamoDbLeaseStoreFactory.class, PREFIX, this.output);
	}

	private static LeaseStore open(DynamoDbClient client, String table, boolean creates, TimeSystem time) {
		try {
			Object builder = classes.loadClass(DynamoDbLeaseStoreFactory.class.getName())
				.getMethod("builder", DynamoDbClient.class)
				.invoke(null, client);
			builder.getClass().getMethod("table", String.class).invoke(builder, table);
			builder.getClass().getMethod("createTable", boolean.class).invoke(builder, creates);
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
	static class Mutated extends DynamoDbLeaseStoreContractIT {

		@Override
		LeaseStore open(DynamoDbClient client, String table, TimeSystem time) {
			return DynamoDbStoreMutationIT.open(client, table, false, time);
		}

	}

	/** Nested, so that no test run finds it. */
	static class MutatedRequests extends DynamoDbRecordsTests {

		@Override
		LeaseStore open(DynamoDbClient client, boolean creates, TimeSystem time) {
			return DynamoDbStoreMutationIT.open(client, "team", creates, time);
		}

	}

}
