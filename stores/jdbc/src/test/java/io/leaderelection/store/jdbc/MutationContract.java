/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.file.Path;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the SQL of a dialect and expects the contract to fail.
 */
public abstract class MutationContract implements OnDatabase {

	protected static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/jdbc");

	private static final String PREFIX = "io.leaderelection.store.";

	private static ClassLoader classes;

	private static TestDatabase database;

	@TempDir
	protected Path output;

	/** Returns the name of the store, for output. */
	protected String store() {
		return "jdbc";
	}

	/** Returns the folder with the source file. */
	protected Path sources() {
		return SOURCES;
	}

	/** Returns the factory class of the store. */
	protected Class<? extends LeaseStoreFactory> factoryType() {
		return JdbcLeaseStoreFactory.class;
	}

	/** Returns the source file with the dialect's statements. */
	protected String file() {
		return "PostgresSql.java";
	}

	/** Makes every release delete the record. */
	protected SourceMutant withUnconditionalRelease(SourceMutant mutant) {
		return mutant.replace(file(),
				"update leader_lease l set released = 1\n\t\t\t\tfrom n, locked w\n\t\t\t\twhere {same key} and {own} and {sound}",
				"delete from leader_lease l using n, locked w\n\t\t\t\twhere {same key}");
	}

	/** Returns the contract on {@link #mutatedFactory}. */
	protected Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	@ParameterizedTest
	@EnumSource
	protected void theContractNotices(StoreMutation mutation) {
		assertNoticed(mutant(mutation), mutation.name());
	}

	/** Removes a check from the statements. */
	protected SourceMutant mutant(StoreMutation mutation) {
		SourceMutant mutant = SourceMutant.of(sources());
		String own = "String OWN = \"l.nonce = w.nonce and l.token = w.token\"";
		return switch (mutation) {
			case NONCE_CHECK -> mutant.replace(file(), own, "String OWN = \"l.token = w.token\"");
			case TOKEN_CHECK -> mutant.replace(file(), own, "String OWN = \"l.nonce = w.nonce\"");
			case SEEN_TOKEN_CHECK ->
				mutant.replace(file(), "String SEEN = \"l.token = w.token\"", "String SEEN = \"l.token = l.token\"");
			case EXPIRY_CHECK ->
				mutant.replace(file(), "\"l.released = 0 and l.expires_at > n.now\"", "\"l.released = 0\"");
			case REPEAT_EXTENDS ->
				// Returns the full duration without extending the lease
				mutant.replace(file(), "repeated as (\n\t\t\t\tupdate leader_lease l set expires_at = {extended}",
						"repeated as (\n\t\t\t\tupdate leader_lease l set expires_at = l.expires_at");
			case CHECKPOINT_VERSION_CHECK ->
				mutant.replace(file(), "String NEWER = \"(w.checkpoint_version > l.checkpoint_version \"",
						"String NEWER = \"(w.checkpoint_version > 0 \"");
		};
	}

	protected final void assertNoticed(SourceMutant mutant, String mutation) {
		compile(mutant);
		assertThat(MutationRun.failingTests(store() + " on " + database().name(), mutation, contract())).isNotEmpty();
	}

	/** Compiles the mutant, which {@link #mutatedFactory} then returns. */
	protected final void compile(SourceMutant mutant) {
		database = database();
		classes = mutant.withClassesBeside(factoryType()).compile(JdbcLeaseStoreFactory.class, PREFIX, this.output);
	}

	@Test
	protected void theContractNoticesAnUnconditionalRelease() {
		assertNoticed(withUnconditionalRelease(SourceMutant.of(sources())), "UNCONDITIONAL_DELETE");
	}

	@Test
	protected void theContractPassesWhatIsNotMutated() {
		compile(SourceMutant.of(sources()).replace(file(), "package io.", "package io."));
		assertThat(MutationRun.failingTests(store() + " on " + database().name(), "none", contract())).isEmpty();
	}

	protected static LeaseStoreFactory mutatedFactory(TestDatabase database,
			Class<? extends LeaseStoreFactory> factory) {
		try {
			Object source = classes.loadClass(DriverConnectionSource.class.getName())
				.getConstructor(String.class, String.class, String.class)
				.newInstance(database.url(), database.user(), "");
			Object builder = classes.loadClass(factory.getName())
				.getMethod("builder", classes.loadClass(ConnectionSource.class.getName()))
				.invoke(null, source);
			return (LeaseStoreFactory) builder.getClass().getMethod("build").invoke(builder);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Not discovered as a test class of its own, because it is nested. */
	static class Mutated extends JdbcLeaseStoreContract {

		@Override
		public TestDatabase database() {
			return database;
		}

		@Override
		protected LeaseStoreFactory storeFactory() {
			return mutatedFactory(database, JdbcLeaseStoreFactory.class);
		}

	}

}
