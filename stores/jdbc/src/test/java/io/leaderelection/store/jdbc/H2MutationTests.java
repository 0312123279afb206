/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.testkit.SourceMutant;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class H2MutationTests extends MutationContract {

	@Override
	protected String name() {
		return "H2";
	}

	@Override
	protected String file() {
		return "H2Statements.java";
	}

	@Override
	protected String now() {
		return "{now}";
	}

	@Override
	protected SourceMutant withoutExtension(SourceMutant mutant) {
		return mutant
			.replace(file(), "update set expires_at = w.clock + l.duration_ms\"\"\"",
					"update set expires_at = l.expires_at\"\"\"")
			.replace(file(), "l.expires_at >= c.clock + least(l.duration_ms, 31622400000)", "c.clock >= 0");
	}

	/**
	 * Mutates to an update, because H2 returns the rows of an update but not of a delete.
	 */
	@Override
	protected SourceMutant withUnconditionalRelease(SourceMutant mutant) {
		return mutant.replace(file(), "when matched and {own} and {sound} then update set released = 1",
				"when matched then update set released = 1");
	}

	@Override
	protected Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not discovered as a test class of its own, because it is nested. */
	static class Mutated extends H2LeaseStoreTests {

		@Override
		protected LeaseStoreFactory storeFactory() {
			return mutatedFactory(database());
		}

	}

}
