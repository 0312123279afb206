/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

<<<<<<< HEAD
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

=======
>>>>>>> local
/**
 * What the testkit may touch.
 */
class ArchitectureTests {

<<<<<<< HEAD
	private static final JavaClasses main = ArchitectureRules.classesBesides(LeaseStoreContract.class);
=======
	private static final JavaClasses main = ArchitectureRules.classesBesides(ManualTime.class);
>>>>>>> local

	@Test
	void timeIsReachedThroughTheTimePackageOnly() {
		ArchitectureRules.timeOnlyThroughTimePackage().check(main);
	}

	@Test
<<<<<<< HEAD
	void packagesAreFreeOfCycles() {
		ArchitectureRules.packagesAreFreeOfCycles().check(main);
	}

	@Test
=======
>>>>>>> local
	void packagesAreNullMarked() {
		ArchitectureRules.packagesAreNullMarked().check(main);
	}

	@Test
<<<<<<< HEAD
	void nothingDependsOnSpring() {
		noClasses().should().dependOnClassesThat().resideInAPackage("org.springframework..").check(main);
	}

	@Test
=======
>>>>>>> local
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.classesBesides(ArchitectureTests.class));
	}

}
