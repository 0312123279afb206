/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.leaderelection.architecture.ArchitectureRules;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.time.Durations;
import io.leaderelection.time.Moment;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The allowed dependencies between the packages of core. They are tested here and not in
 * core, so that core depends on no other module of this project and its tests run alone.
 */
class ArchitectureTests {

	private static final String ROOT = "io.leaderelection";

	private static final String TIME = ROOT + ".time";

	private static final String STORE = ROOT + ".store";

	private static final String SUPPORT = STORE + ".support";

	private static final String PROTOCOL = ROOT + ".protocol";

	private static final String BID = PROTOCOL + ".bid";

	private static final String DELIVERY = ROOT + ".delivery";

	private static final String WORK = ROOT + ".work";

	private static final String TICK = WORK + ".tick";

	private static final String ENGINE = ROOT + ".engine";

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
	void storeSupportDependsOnStoreInterfaceAndTimeOnly() {
		ArchitectureRules.packageDependsOnlyOn(SUPPORT, STORE, TIME, "org.slf4j").check(main);
	}

	@Test
	void timeDependsOnTheJdkOnly() {
		ArchitectureRules.packageDependsOnlyOn(TIME).check(main);
	}

	@Test
	void protocolUsesNoThreadsClocksOrLog() {
		ArchitectureRules.packageDependsOnlyOn(PROTOCOL, ROOT, STORE, TIME).check(main);
		noClasses().that()
			.resideInAnyPackage(PROTOCOL, BID)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(TIME)
				.and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(Moment.class, Durations.class))))
			.orShould()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("java.util.concurrent..")
				.and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(ThreadLocalRandom.class))))
			.check(main);
	}

	@Test
	void bidsDependOnTheProtocolOnly() {
		ArchitectureRules.packageDependsOnlyOn(BID, ROOT, STORE, TIME, PROTOCOL).check(main);
	}

	@Test
	void deliveryDependsOnTimeStoreAndTheLogOnly() {
		ArchitectureRules.packageDependsOnlyOn(DELIVERY, ROOT, STORE, SUPPORT, TIME, "org.slf4j").check(main);
	}

	/**
	 * Types of the store's record are allowed, for fences and checkpoints.
	 */
	@Test
	void workCallsNoStore() {
		ArchitectureRules.packageDependsOnlyOn(WORK, ROOT, STORE, TIME, DELIVERY, "org.slf4j").check(main);
		noClasses().that()
			.resideInAPackage(WORK)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(STORE)
				.and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(StoredTerm.class, Checkpoints.class))))
			.check(main);
	}

	@Test
	void rulesOfTicksDependOnTheJdkOnly() {
		ArchitectureRules.packageDependsOnlyOn(TICK).check(main);
	}

	@Test
	void engineDependsOnTheOtherPackagesAndTheLogOnly() {
		ArchitectureRules
			.packageDependsOnlyOn(ENGINE, ROOT, TIME, STORE, SUPPORT, PROTOCOL, BID, DELIVERY, WORK, "org.slf4j")
			.check(main);
	}

	@Test
	void thereAreNoOtherPackages() {
		classes().should()
			.resideInAnyPackage(ROOT, TIME, STORE, SUPPORT, PROTOCOL, BID, DELIVERY, WORK, TICK, ENGINE)
			.check(main);
	}

	@Test
	void packagesAreFreeOfCycles() {
		ArchitectureRules.packagesAreFreeOfCycles().check(main);
	}

	/** Except for an interface and the types that its factory methods create. */
	@Test
	void typesAreFreeOfCycles() {
		ArchitectureRules.typesAreFreeOfCycles()
			.ignoreDependency(Leadership.class, LeadershipContext.class)
			.ignoreDependency(JavaClass.Predicates.equivalentTo(TimeSystem.class),
					JavaClass.Predicates.resideInAPackage(TIME))
			.check(main);
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
	void testsDoNotSleep() throws URISyntaxException {
		// Main classes lie in a folder or in a jar, and test classes next to either
		Path location = Path.of(LeaderElection.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		Path tests = location.resolveSibling("test-classes");
		assertThat(tests).isDirectory();
		ArchitectureRules.nothingSleeps().check(new ClassFileImporter().importPath(tests));
	}

}
