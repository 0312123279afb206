/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresMutationIT extends MutationContract {

	@Override
	protected String name() {
		return "PostgreSQL";
	}

	@Override
	protected String file() {
		return "PostgresSql.java";
	}

	@Override
	protected Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not discovered as a test class of its own, because it is nested. */
	static class Mutated extends PostgresLeaseStoreIT {

		@Override
		protected LeaseStoreFactory storeFactory() {
			return mutatedFactory(database());
		}

	}

}
