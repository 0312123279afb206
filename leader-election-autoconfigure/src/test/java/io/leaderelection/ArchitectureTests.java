/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.leaderelection.architecture.ArchitectureRules;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTests {

	private final JavaClasses main = ArchitectureRules.classesBesides(LeaderElectionAutoConfiguration.class);

	@Test
	void errorsAreCaughtAsThrowable() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(this.main);
	}

	@Test
	void packagesAreNullMarked() {
		ArchitectureRules.packagesAreNullMarked().check(this.main);
	}

	@Test
	void packagesAreFreeOfCycles() {
		ArchitectureRules.packagesAreFreeOfCycles().check(this.main);
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
	void autoConfigurationsSpeakBootsDialect() {
		classes().that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.bePublic()
			.andShould()
			.haveModifier(JavaModifier.FINAL)
			.check(this.main);
		methods().that().areAnnotatedWith(Bean.class).should().notBePublic().check(this.main);
	}

	@Test
	void micrometerIsNamedInItsPackagesOnly() {
		noClasses().that()
			.resideOutsideOfPackages("io.leaderelection.micrometer", "io.leaderelection.autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.micrometer..")
			.check(this.main);
	}

	@Test
	void actuatorIsNamedInItsPackagesOnly() {
		noClasses().that()
			.resideOutsideOfPackages("io.leaderelection.actuate", "io.leaderelection.autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot.actuate..", "org.springframework.boot.health..")
			.check(this.main);
	}

}
