/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.testkit.SourceMutant;
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
	protected String now() {
		return "n.now";
	}

	@Override
	protected SourceMutant withoutExtension(SourceMutant mutant) {
		return mutant.replace(file(), "repeated as (\n\t\t\t\tupdate leader_lease l set expires_at = {extended}",
				"repeated as (\n\t\t\t\tupdate leader_lease l set expires_at = l.expires_at");
	}

	@Override
	protected SourceMutant withUnconditionalRelease(SourceMutant mutant) {
		return mutant.replace(file(),
				"update leader_lease l set released = 1\n\t\t\t\tfrom n, locked w\n\t\t\t\twhere {same key} and {own} and {sound}",
				"delete from leader_lease l using n, locked w\n\t\t\t\twhere {same key}");
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
