/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.testkit.SourceMutant;

class MariaDbMutationIT extends MutationContract {

	@Override
	String name() {
		return "MariaDB";
	}

	@Override
	String file() {
		return "MySqlStatements.java";
	}

	@Override
	String now() {
		return "{now}";
	}

	@Override
	SourceMutant withoutExtension(SourceMutant mutant) {
		return mutant
			.replace(file(), "set l.expires_at = c.clock + l.duration_ms\n\t\t\twhere {repeated}",
					"set l.expires_at = l.expires_at\n\t\t\twhere {repeated}")
			.replace(file(), "{repeated} and l.released = 0 and l.expires_at >= {extended}",
					"{repeated} and l.released = 0 and ? >= 0");
	}

	@Override
	Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not found by itself, since it is nested. */
	static class Mutated extends MariaDbLeaseStoreIT {

		@Override
		LeaseStoreFactory storeFactory() {
			return mutatedFactory(database());
		}

	}

}
