/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

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

	/** The packages of this module, each with those that it may know. */
	private static final Map<String, Set<String>> KNOWLEDGE = Map.ofEntries(Map.entry("annotation", Set.of()),
			Map.entry("scan", Set.of()), Map.entry("guard", Set.of("annotation", "scan")),
			Map.entry("guard.reactive", Set.of("annotation", "guard")), Map.entry("guard.transaction", Set.of()),
			Map.entry("task", Set.of("annotation", "scan")),
			Map.entry("schedule", Set.of("annotation", "scan", "guard")), Map.entry("eligibility", Set.of()),
			Map.entry("event", Set.of()), Map.entry("actuate", Set.of("event", "schedule")),
			Map.entry("web", Set.of("actuate")), Map.entry("micrometer", Set.of("guard", "schedule")),
			Map.entry("observation", Set.of("guard")),
			Map.entry("autoconfigure", Set.of("annotation", "scan", "guard", "guard.reactive", "guard.transaction",
					"task", "schedule", "eligibility", "event", "actuate", "micrometer", "observation")));

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
	void packagesDependOnlyOnTheseOthers() {
		KNOWLEDGE.forEach((name, known) -> {
			Set<String> unknown = new TreeSet<>(KNOWLEDGE.keySet());
			unknown.removeAll(known);
			unknown.remove(name);
			noClasses().that()
				.resideInAPackage(ROOT + name)
				.should()
				.dependOnClassesThat()
				.resideInAnyPackage(unknown.stream().map(ROOT::concat).toArray(String[]::new))
				.check(main());
		});
		classes().should()
			.resideInAnyPackage(KNOWLEDGE.keySet().stream().map(ROOT::concat).toArray(String[]::new))
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
			.resideOutsideOfPackages("io.leaderelection.micrometer", "io.leaderelection.observation",
					"io.leaderelection.autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.micrometer..")
			.check(main());
	}

	@Test
	void actuatorIsUsedInItsPackagesOnly() {
		noClasses().that()
			.resideOutsideOfPackages("io.leaderelection.actuate", "io.leaderelection.eligibility",
					"io.leaderelection.autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot.actuate..", "org.springframework.boot.health..")
			.check(main());
	}

}
