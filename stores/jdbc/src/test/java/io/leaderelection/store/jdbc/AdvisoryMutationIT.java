/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.file.Path;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.jdbc.advisory.AdvisoryLeaseStoreFactory;
import io.leaderelection.testkit.SourceMutant;
import org.junit.jupiter.api.Tag;

@Tag("server")
class AdvisoryMutationIT extends MutationContract {

	@Override
	String store() {
		return "postgres";
	}

	@Override
	String name() {
		return "PostgreSQL";
	}

	@Override
	Path sources() {
		return SOURCES.resolve("advisory");
	}

	@Override
	String file() {
		return "AdvisorySql.java";
	}

	@Override
	String now() {
		return "n.now";
	}

	@Override
	SourceMutant withoutExtension(SourceMutant mutant) {
		return mutant.replace(file(), "repeated as (\n\t\t\t\tupdate leader_lease l set expires_at = {extended}",
				"repeated as (\n\t\t\t\tupdate leader_lease l set expires_at = l.expires_at");
	}

	@Override
	Class<? extends JdbcLeaseStoreContract> contract() {
		return Mutated.class;
	}

	/** Not found by itself, since it is nested. */
	static class Mutated extends AdvisoryLeaseStoreIT {

		@Override
		LeaseStoreFactory storeFactory() {
			return mutatedFactory(database(), AdvisoryLeaseStoreFactory.class);
		}

	}

}
