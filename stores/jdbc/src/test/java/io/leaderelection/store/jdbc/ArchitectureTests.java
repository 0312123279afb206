/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * What a store may touch.
 */
class ArchitectureTests {

	private static final JavaClasses main = ArchitectureRules.classesBesides(JdbcLeaseStoreFactory.class);

	@Test
	void storeDependsOnTheStoreInterfaceAndTheTimePackageOnly() {
		ArchitectureRules
			.packageDependsOnlyOn("io.leaderelection.store.jdbc", "io.leaderelection.store", "io.leaderelection.time",
					"org.slf4j", "org.postgresql", "javax.net")
			.check(main);
	}

	@Test
	void advisoryLocksDependOnTheRowStore() {
		ArchitectureRules
			.packageDependsOnlyOn("io.leaderelection.store.jdbc.advisory", "io.leaderelection.store.jdbc",
					"io.leaderelection.store", "io.leaderelection.time", "org.postgresql")
			.check(main);
	}

	@Test
	void nothingDependsOnTheProtocol() {
		noClasses().should().dependOnClassesThat().resideInAPackage("io.leaderelection.election..").check(main);
	}

	@Test
	void fencesDependOnTheRowStoreAndTransactionsOnly() {
		ArchitectureRules
			.packageDependsOnlyOn("io.leaderelection.store.jdbc.fence", "io.leaderelection", "io.leaderelection.store",
					"io.leaderelection.store.jdbc", "javax.sql", "org.springframework.dao",
					"org.springframework.jdbc..", "org.springframework.transaction..")
			.check(main);
	}

	@Test
	void springIsTouchedByTheAutoConfigurationAndFencesOnly() {
		noClasses().that()
			.resideOutsideOfPackages("..autoconfigure", "..fence")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("org.springframework..")
			.check(main);
	}

	@Test
	void timeIsReachedThroughTheTimePackageOnly() {
		ArchitectureRules.timeOnlyThroughTimePackage().check(main);
	}

	@Test
	void packagesAreFreeOfCycles() {
		ArchitectureRules.packagesAreFreeOfCycles().check(main);
	}

	@Test
	void packagesAreNullMarked() {
		ArchitectureRules.packagesAreNullMarked().check(main);
	}

	@Test
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.classesBesides(ArchitectureTests.class));
	}

}
