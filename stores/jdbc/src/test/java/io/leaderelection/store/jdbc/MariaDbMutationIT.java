/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.testkit.SourceMutant;

class MariaDbMutationIT extends MutationContract {

	@Override
	protected String name() {
		return "MariaDB";
	}

	@Override
	protected String file() {
		return "MySqlStatements.java";
	}

	@Override
	protected String now() {
		return "{now}";
	}

	@Override
	protected SourceMutant withoutExtension(SourceMutant mutant) {
		return mutant
			.replace(file(), "set l.expires_at = c.clock + l.duration_ms\n\t\t\twhere {repeated}",
					"set l.expires_at = l.expires_at\n\t\t\twhere {repeated}")
			.replace(file(), "{repeated} and l.released = 0 and l.expires_at >= {extended}",
					"{repeated} and l.released = 0 and ? >= 0");
	}

	@Override
	protected SourceMutant withUnconditionalRelease(SourceMutant mutant) {
		return mutant.replace(file(),
				"update leader_lease l join {locked} on l.namespace = w.namespace and l.election = w.election\n"
						+ "\t\t\tset l.released = 1\n\t\t\twhere {own} and {sound}",
				"delete l from leader_lease l join {locked} on l.namespace = w.namespace and l.election = w.election")
			.replace(file(),
					"select w.item, {now}, case when {own} and l.released = 1 and {sound} then 1 else 0 end, 0, {row},",
					"select w.item, {now}, 0, 0, {row},");
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
