/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import io.leaderelection.autoconfigure.LeaderMetadataContributor;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Checks that the sample uses only the public API.
 */
class ArchitectureTests {

	private static final JavaClasses main = ArchitectureRules.classesBesides(SampleApplication.class);

	@Test
	void errorsAreCaughtAsThrowable() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(main);
	}

	/** A metadata contributor is part of the API for applications. */
	@Test
	void internalsOfTheLibraryAreNotUsed() {
		noClasses().should()
			.dependOnClassesThat(JavaClass.Predicates
				.resideInAnyPackage("io.leaderelection.protocol..", "io.leaderelection.work..",
						"io.leaderelection.calls..", "io.leaderelection.engine..", "io.leaderelection.partition..",
						"io.leaderelection.preference..", "io.leaderelection.once..", "io.leaderelection.solo..",
						"io.leaderelection.store..", "io.leaderelection.time..", "io.leaderelection.autoconfigure..",
						"io.leaderelection.actuate..")
				.and(DescribedPredicate.not(JavaClass.Predicates.equivalentTo(LeaderMetadataContributor.class))))
			.check(main);
	}

	@Test
	void ledgerKnowsNothingOfTheElection() {
		ArchitectureRules.packageDependsOnlyOn("io.leaderelection.sample.ledger", "javax.sql", "org.springframework..")
			.check(main);
	}

	@Test
	void packagesAreNullMarked() {
		ArchitectureRules.packagesAreNullMarked().check(main);
	}

	@Test
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.testsBesides(ArchitectureTests.class));
	}

}
