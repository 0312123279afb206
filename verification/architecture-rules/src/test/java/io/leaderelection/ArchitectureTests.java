/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.leaderelection.architecture.ArchitectureRules;
import io.leaderelection.architecture.ModuleArchitecture;
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
class ArchitectureTests extends ModuleArchitecture {

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

	/** The packages of core, each with those that it may know besides the JDK. */
	private static final Map<String, List<String>> KNOWLEDGE = Map.of(ROOT, List.of(), TIME, List.of(), STORE,
			List.of(), SUPPORT, List.of(STORE, TIME, "org.slf4j"), PROTOCOL, List.of(ROOT, STORE, TIME), BID,
			List.of(ROOT, STORE, TIME, PROTOCOL), DELIVERY, List.of(ROOT, STORE, SUPPORT, TIME, "org.slf4j"), WORK,
			List.of(ROOT, STORE, TIME, DELIVERY, "org.slf4j"), TICK, List.of(), ENGINE,
			List.of(ROOT, TIME, STORE, SUPPORT, PROTOCOL, BID, DELIVERY, WORK, "org.slf4j"));

	ArchitectureTests() {
		super(LeaderElection.class);
	}

	@Override
	protected JavaClasses tests() {
		// Main classes lie in a folder or in a jar, and test classes next to either
		URI main = URI.create(LeaderElection.class.getProtectionDomain().getCodeSource().getLocation().toString());
		Path tests = Path.of(main).resolveSibling("test-classes");
		assertThat(tests).isDirectory();
		return new ClassFileImporter().importPath(tests);
	}

	@Test
	void packagesDependOnlyOnTheseOthers() {
		KNOWLEDGE.forEach((name, known) -> ArchitectureRules.packageDependsOnlyOn(name, known.toArray(String[]::new))
			.check(main()));
		classes().should().resideInAnyPackage(KNOWLEDGE.keySet().toArray(String[]::new)).check(main());
	}

	@Test
	void protocolUsesNoThreadsClocksOrLog() {
		noClasses().that()
			.resideInAnyPackage(PROTOCOL, BID)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(TIME)
				.and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(Moment.class, Durations.class))))
			.orShould()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("java.util.concurrent..")
				.and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(ThreadLocalRandom.class))))
			.check(main());
	}

	/**
	 * Types of the store's record are allowed, for fences and checkpoints.
	 */
	@Test
	void workCallsNoStore() {
		noClasses().that()
			.resideInAPackage(WORK)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(STORE)
				.and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(StoredTerm.class, Checkpoints.class))))
			.check(main());
	}

	/** Except for an interface and the types that its factory methods create. */
	@Test
	void typesAreFreeOfCycles() {
		ArchitectureRules.typesAreFreeOfCycles()
			.ignoreDependency(Leadership.class, LeadershipContext.class)
			.ignoreDependency(JavaClass.Predicates.equivalentTo(TimeSystem.class),
					JavaClass.Predicates.resideInAPackage(TIME))
			.check(main());
	}

}
