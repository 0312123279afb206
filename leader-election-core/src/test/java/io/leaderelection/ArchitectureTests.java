/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

/**
 * The directions between the packages of core, and what none of them may touch.
 */
class ArchitectureTests {

	private static final String ROOT = "io.leaderelection";

	private static final String STORE = ROOT + ".store";

	private static final String TIME = ROOT + ".time";

	private static final String ELECTION = ROOT + ".election";

	private static final JavaClasses main = ArchitectureRules.classesBesides(LeaderElection.class);

	@Test
	void errorsAreCaughtAsThrowable() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(main);
	}

	@Test
	void userFacingTypesDependOnTheJdkOnly() {
		ArchitectureRules.packageDependsOnlyOn(ROOT).check(main);
	}

	@Test
	void storeInterfaceDependsOnTheJdkOnly() {
		ArchitectureRules.packageDependsOnlyOn(STORE).check(main);
	}

	@Test
	void timeDependsOnTheJdkOnly() {
		ArchitectureRules.packageDependsOnlyOn(TIME).check(main);
	}

	@Test
	void electionDependsOnTheOtherPackagesAndTheLogOnly() {
		ArchitectureRules.packageDependsOnlyOn(ELECTION, ROOT, STORE, TIME, "org.slf4j").check(main);
	}

	@Test
	void thereAreNoOtherPackages() {
		classes().should().resideInAnyPackage(ROOT, STORE, TIME, ELECTION).check(main);
	}

	@Test
	void packagesAreFreeOfCycles() {
		ArchitectureRules.packagesAreFreeOfCycles().check(main);
	}

	@Test
	void timeIsReachedThroughTheTimePackageOnly() {
		ArchitectureRules.timeOnlyThroughTimePackage().check(main);
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
