/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;

import io.leaderelection.architecture.ArchitectureRules;
import io.leaderelection.architecture.StoreArchitecture;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(List.of("..autoconfigure", "..fence"), JdbcLeaseStoreFactory.class, "org.slf4j", "org.postgresql",
				"javax.net.ssl");
	}

	@Test
	void fencesDependOnTheRowStoreAndTransactionsOnly() {
		ArchitectureRules
			.packageDependsOnlyOn("io.leaderelection.store.jdbc.fence", "io.leaderelection", "io.leaderelection.store",
					"io.leaderelection.store.jdbc", "javax.sql", "org.springframework.dao",
					"org.springframework.jdbc..", "org.springframework.transaction..")
			.check(main());
	}

	@Test
	void rowStoreDoesNotDependOnFences() {
		noClasses().that()
			.resideInAnyPackage("io.leaderelection.store.jdbc", "io.leaderelection.store.jdbc.connection",
					"io.leaderelection.store.jdbc.autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.leaderelection.store.jdbc.fence..")
			.check(main());
	}

}
