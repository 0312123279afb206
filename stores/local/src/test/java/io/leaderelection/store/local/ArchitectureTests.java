/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.leaderelection.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

/**
 * What the local store may touch.
 */
class ArchitectureTests {

	private static final JavaClasses main = ArchitectureRules.classesBesides(LocalLeaseStore.class);

	@Test
	void theStoreDependsOnTheStoreInterfaceTimeAndTheLogOnly() {
		ArchitectureRules
			.packageDependsOnlyOn("io.leaderelection.store.local", "io.leaderelection.store", "io.leaderelection.time",
					"org.slf4j")
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
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(ArchitectureRules.classesBesides(ArchitectureTests.class));
	}

}
