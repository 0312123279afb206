/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import io.leaderelection.store.support.TermRules;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The allowed dependencies of the simulator.
 */
class ArchitectureTests {

	private static final String SIMULATION = "io.leaderelection.simulation";

	private static final JavaClasses main = ArchitectureRules.classesBesides(Simulation.class);

	@Test
	void rulesOfAllModulesHold() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(main);
		ArchitectureRules.timeOnlyThroughTimePackage().check(main);
		ArchitectureRules.packagesAreNullMarked().check(main);
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.testsBesides(ArchitectureTests.class));
	}

	/** It runs the production protocol without the engine. */
	@Test
	void simulatorNeedsTheProtocolAlone() {
		classes().that()
			.resideInAPackage(SIMULATION)
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage(SIMULATION, "io.leaderelection", "io.leaderelection.history",
					"io.leaderelection.protocol..", "io.leaderelection.store", "io.leaderelection.time",
					"io.leaderelection.preference.bid", "io.leaderelection.work.tick", "java..", "org.jspecify..")
			.check(main);
	}

	/** They are compared with each other, so neither may use the other. */
	@Test
	void modelOfTheStoreIsIndependentOfTheRule() {
		noClasses().that()
			.resideInAPackage(SIMULATION)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(TermRules.class.getPackageName() + "..")
			.check(main);
	}

}
