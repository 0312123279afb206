/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTests {

	private final JavaClasses main = ArchitectureRules.classesBesides(LeaderElectionTest.class);

	@Test
	void errorsAreCaughtAsThrowable() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(this.main);
	}

	@Test
	void packagesAreNullMarked() {
		ArchitectureRules.packagesAreNullMarked().check(this.main);
	}

	@Test
	void timeIsReachedThroughTheTimePackageOnly() {
		ArchitectureRules.timeOnlyThroughTimePackage().check(this.main);
	}

	@Test
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.classesBesides(ArchitectureTests.class));
	}

	@Test
	void beanMethodsAreNotPublic() {
		methods().that().areAnnotatedWith(Bean.class).should().notBePublic().check(this.main);
	}

	@Test
	void protocolIsNotTouched() {
		noClasses().should().dependOnClassesThat().resideInAPackage("io.leaderelection.protocol..").check(this.main);
	}

}
