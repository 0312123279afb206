/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;

class MariaDbMutationIT extends LockedMutationContract {

	@Override
	protected String name() {
		return "MariaDB";
	}

	@Override
	protected Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not discovered as a test class of its own, because it is nested. */
	static class Mutated extends MariaDbLeaseStoreIT {

		@Override
		protected LeaseStoreFactory storeFactory() {
			return mutatedFactory(database());
		}

	}

}
