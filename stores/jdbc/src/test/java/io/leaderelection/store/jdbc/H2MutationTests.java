/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class H2MutationTests extends LockedMutationContract {

	@Override
	protected String name() {
		return "H2";
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
