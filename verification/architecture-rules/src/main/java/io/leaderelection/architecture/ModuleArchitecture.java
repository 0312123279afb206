/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Architecture tests for every module.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ModuleArchitecture {

	private final JavaClasses main;

	/**
	 * Tests a module.
	 * @param member any of its main classes
	 */
	protected ModuleArchitecture(Class<?> member) {
		this.main = ArchitectureRules.classesBesides(member);
	}

	/**
	 * Returns the main classes of the module.
	 * @return the classes
	 */
	protected final JavaClasses main() {
		return this.main;
	}

	/**
	 * Returns the tests of the module.
	 * @return the classes that are compiled together with this test
	 */
	protected JavaClasses tests() {
		return ArchitectureRules.testsBesides(getClass());
	}

	@Test
	void timeIsUsedOnlyThroughTheTimePackage() {
		ArchitectureRules.timeOnlyThroughTimePackage().check(this.main);
	}

	@Test
	void errorsAreCaughtAsThrowable() {
		ArchitectureRules.errorsAreCaughtAsThrowable().check(this.main);
	}

	/**
	 * Returns the types that assemble others, which may depend on packages above theirs.
	 * @return which types these are; none unless overridden
	 */
	protected DescribedPredicate<JavaClass> assembling() {
		return DescribedPredicate.alwaysFalse();
	}

	@Test
	void packagesAreFreeOfCycles() {
		ArchitectureRules.packagesAreFreeOfCycles()
			.ignoreDependency(assembling(), DescribedPredicate.alwaysTrue())
			.check(this.main);
	}

	@Test
	void packagesAreNullMarked() {
		ArchitectureRules.packagesAreNullMarked().check(this.main);
	}

	@Test
	void testsDoNotSleep() {
		ArchitectureRules.nothingSleeps().check(tests());
	}

}
