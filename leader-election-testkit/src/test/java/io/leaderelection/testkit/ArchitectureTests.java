/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import io.leaderelection.architecture.ModuleArchitecture;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The allowed dependencies of the testkit.
 */
class ArchitectureTests extends ModuleArchitecture {

	ArchitectureTests() {
		super(LeaseStoreContract.class);
	}

	@Test
	void nothingDependsOnSpring() {
		noClasses().should().dependOnClassesThat().resideInAPackage("org.springframework..").check(main());
	}

}
