/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import io.leaderelection.architecture.ModuleArchitecture;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTests extends ModuleArchitecture {

	ArchitectureTests() {
		super(LeaderElectionTest.class);
	}

	@Test
	void beanMethodsAreNotPublic() {
		methods().that().areAnnotatedWith(Bean.class).should().notBePublic().check(main());
	}

	@Test
	void protocolIsNotTouched() {
		noClasses().should()
			.dependOnClassesThat()
			.resideInAnyPackage("io.leaderelection.protocol..", "io.leaderelection.preference..")
			.check(main());
	}

}
