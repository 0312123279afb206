/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The allowed dependencies of the testkit.
 */
class ArchitectureTests {

	private static final JavaClasses main = ArchitectureRules.classesBesides(LeaseStoreContract.class);

	@Test
	void errorsAreCaughtAsThrowable() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(main);
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
	void nothingDependsOnSpring() {
		noClasses().should().dependOnClassesThat().resideInAPackage("org.springframework..").check(main);
	}

	@Test
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.classesBesides(ArchitectureTests.class));
	}

}
