/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture;

import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Architecture tests for the module of a store.
 */
public abstract class StoreArchitecture extends ModuleArchitecture {

	private final ArchRule dependencies;

	private final List<String> springPackages;

	/**
	 * Tests a store that uses Spring only in its auto-configuration.
	 * @param factory the store's factory, in its main package
	 * @param libraries the packages that the main package may depend on in addition to
	 * the store interface, the shared code of stores and the time package, as ArchUnit
	 * package identifiers
	 */
	protected StoreArchitecture(Class<?> factory, String... libraries) {
		this(List.of("..autoconfigure"), factory, libraries);
	}

	/**
	 * Tests a store.
	 * @param springPackages the packages that may use Spring, as ArchUnit package
	 * identifiers
	 * @param factory the store's factory, in its main package
	 * @param libraries the packages that the main package may depend on in addition to
	 * the store interface, the shared code of stores and the time package, as ArchUnit
	 * package identifiers
	 */
	protected StoreArchitecture(List<String> springPackages, Class<?> factory, String... libraries) {
		super(factory);
		this.dependencies = ArchitectureRules.packageDependsOnlyOn(factory.getPackageName(),
				Stream
					.concat(Stream.of("io.leaderelection.store", "io.leaderelection.store.support",
							"io.leaderelection.time"), Stream.of(libraries))
					.toArray(String[]::new));
		this.springPackages = springPackages;
	}

	@Test
	@DisplayName("A store depends only on the store interface, the time package and its libraries")
	void storeDependsOnItsInterfaceAndItsLibrariesOnly() {
		this.dependencies.check(main());
	}

	@Test
	void nothingDependsOnProtocolWorkOrEngine() {
		noClasses().should()
			.dependOnClassesThat()
			.resideInAnyPackage("io.leaderelection.protocol..", "io.leaderelection.work..", "io.leaderelection.calls..",
					"io.leaderelection.engine..", "io.leaderelection.partition..", "io.leaderelection.preference..",
					"io.leaderelection.once..", "io.leaderelection.solo..")
			.check(main());
	}

	@Test
	void springIsUsedOnlyInItsPackages() {
		noClasses().that()
			.resideOutsideOfPackages(this.springPackages.toArray(String[]::new))
			.should()
			.dependOnClassesThat()
			.resideInAPackage("org.springframework..")
			.check(main());
	}

}
