/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * What a store may touch.
 */
class ArchitectureTests {

	private static final JavaClasses main = ArchitectureRules.classesBesides(EtcdLeaseStoreFactory.class);

	@Test
	void storeDependsOnTheStoreInterfaceAndTheTimePackageOnly() {
		ArchitectureRules
			.packageDependsOnlyOn("io.leaderelection.store.etcd", "io.leaderelection.store", "io.leaderelection.time",
					"io.etcd.jetcd.api", "io.grpc..", "com.google.protobuf", "io.netty..", "org.slf4j", "javax.net.ssl")
			.check(main);
	}

	@Test
	void nothingDependsOnTheProtocol() {
		noClasses().should().dependOnClassesThat().resideInAPackage("io.leaderelection.election..").check(main);
	}

	@Test
	void springIsTouchedByTheAutoConfigurationOnly() {
		noClasses().that()
			.resideOutsideOfPackage("..autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("org.springframework..")
			.check(main);
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
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.classesBesides(ArchitectureTests.class));
	}

}
