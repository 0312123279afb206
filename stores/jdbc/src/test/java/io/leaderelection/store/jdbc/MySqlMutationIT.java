/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MySqlMutationIT extends LockedMutationContract {

	@Override
	protected String name() {
		return "MySQL";
	}

	@Override
	protected Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not discovered as a test class of its own, because it is nested. */
	static class Mutated extends MySqlLeaseStoreIT {

		@Override
		protected LeaseStoreFactory storeFactory() {
			return mutatedFactory(database());
		}

	}

}
