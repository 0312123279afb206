/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.JavaModifier;
import io.leaderelection.architecture.ModuleArchitecture;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.annotation.ReflectiveProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTests extends ModuleArchitecture {

	private static final String ROOT = "io.leaderelection.";

	/** The election itself, each package with those that it may know: no feature. */
	private static final Map<String, Set<String>> GROUND = Map.of("annotation", Set.of(), "scan", Set.of(), "event",
			Set.of(), "guard", Set.of("annotation", "scan"), "autoconfigure",
			Set.of("annotation", "scan", "guard", "event"));

	/** The features, each with the other features that it may know. */
	private static final Map<String, Set<String>> FEATURES = Map.ofEntries(Map.entry("guard.partition", Set.of()),
			Map.entry("guard.reactive", Set.of()), Map.entry("guard.stall", Set.of()),
			Map.entry("guard.transaction", Set.of()), Map.entry("task", Set.of()),
			Map.entry("schedule", Set.of("actuate")), Map.entry("eligibility", Set.of()),
			Map.entry("actuate", Set.of()), Map.entry("web", Set.of("actuate")),
			Map.entry("micrometer", Set.of("schedule")), Map.entry("observation", Set.of()));

	/** The features of core. */
	private static final List<String> FEATURES_OF_CORE = List.of("work.tick", "partition", "preference",
			"preference.bid", "once");

	ArchitectureTests() {
		super(LeaderElectionAutoConfiguration.class);
	}

	@Test
	void autoConfigurationsFollowBootsConventions() {
		classes().that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.bePublic()
			.andShould()
			.haveModifier(JavaModifier.FINAL)
			.check(main());
		methods().that().areAnnotatedWith(Bean.class).should().notBePublic().check(main());
	}

	/** But for what registers their reflection ahead of time. */
	@Test
	void annotationPackageContainsOnlyAnnotations() {
		classes().that()
			.resideInAPackage(ROOT + "annotation")
			.and()
			.areNotAnnotations()
			.and()
			.areNotEnums()
			.and()
			.doNotHaveSimpleName("package-info")
			.should()
			.implement(ReflectiveProcessor.class)
			.check(main());
	}

	@Test
	void groundFloorKnowsNoFeature() {
		GROUND.forEach((name, known) -> assertKnows(name, known));
		assertUnknown("guard", FEATURES_OF_CORE);
		assertUnknown("scan", FEATURES_OF_CORE);
	}

	@Test
	void featuresKnowTheGroundFloorAndFewOthers() {
		FEATURES.forEach((name, known) -> {
			Set<String> all = new TreeSet<>(GROUND.keySet());
			all.addAll(known);
			assertKnows(name, all);
		});
		classes().should()
			.resideInAnyPackage(packages().stream().map(ROOT::concat).toArray(String[]::new))
			.check(main());
	}

	private static Set<String> packages() {
		Set<String> packages = new TreeSet<>(GROUND.keySet());
		packages.addAll(FEATURES.keySet());
		return packages;
	}

	private void assertKnows(String name, Set<String> known) {
		Set<String> unknown = packages();
		unknown.removeAll(known);
		unknown.remove(name);
		assertUnknown(name, unknown);
	}

	private void assertUnknown(String name, Collection<String> unknown) {
		noClasses().that()
			.resideInAPackage(ROOT + name)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(unknown.stream().map(ROOT::concat).toArray(String[]::new))
			.check(main());
	}

	@Test
	void reactorIsUsedInItsPackagesOnly() {
		noClasses().that()
			.resideOutsideOfPackages(ROOT + "guard.reactive", ROOT + "web")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("reactor..", "org.reactivestreams..")
			.check(main());
	}

	@Test
	void micrometerIsUsedInItsPackagesOnly() {
		noClasses().that()
			.resideOutsideOfPackages("io.leaderelection.micrometer", "io.leaderelection.observation")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.micrometer..")
			.check(main());
	}

	@Test
	void actuatorIsUsedInItsPackagesOnly() {
		noClasses().that()
			.resideOutsideOfPackages("io.leaderelection.actuate", "io.leaderelection.eligibility")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot.actuate..", "org.springframework.boot.health..")
			.check(main());
	}

}
