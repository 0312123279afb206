/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
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

	private static final String DELIVERY = ROOT + ".delivery";

	private static final String WORK = ROOT + ".work";

	private static final String TICK = WORK + ".tick";

	private static final String CALLS = ROOT + ".calls";

	private static final String SOLO = ROOT + ".solo";

	private static final String ENGINE = ROOT + ".engine";

	private static final String PARTITION = ROOT + ".partition";

	private static final String PREFERENCE = ROOT + ".preference";

	private static final String BID = PREFERENCE + ".bid";

	private static final String ONCE = ROOT + ".once";

	/**
	 * What an election needs: each package, with those that it may know besides the JDK.
	 */
	private static final Map<String, List<String>> GROUND_FLOOR = Map.of(ROOT, List.of(), TIME, List.of(), STORE,
			List.of(), SUPPORT, List.of(STORE, TIME, "org.slf4j"), PROTOCOL, List.of(ROOT, STORE, TIME), DELIVERY,
			List.of(ROOT, STORE, SUPPORT, TIME, "org.slf4j"), WORK, List.of(ROOT, STORE, TIME, DELIVERY, "org.slf4j"),
			CALLS, List.of(ROOT, STORE, TIME, PROTOCOL, DELIVERY, WORK), SOLO, List.of(STORE, PROTOCOL), ENGINE,
			List.of(ROOT, STORE, SUPPORT, TIME, PROTOCOL, DELIVERY, WORK, CALLS, SOLO, "org.slf4j"));

	/** The features above it, in the same way. */
	private static final Map<String, List<String>> FEATURES = Map.of(TICK, List.of(), BID,
			List.of(ROOT, STORE, TIME, PROTOCOL), PREFERENCE,
			List.of(ROOT, STORE, TIME, PROTOCOL, DELIVERY, WORK, ENGINE, BID), PARTITION,
			List.of(ROOT, STORE, TIME, PROTOCOL, DELIVERY, WORK, ENGINE), ONCE,
			List.of(ROOT, STORE, TIME, DELIVERY, ENGINE));

	/** The one type of the ground floor that knows features: it makes those in use. */
	private static final DescribedPredicate<JavaClass> ASSEMBLING = HasName.Predicates.name(ENGINE + ".Features")
		.forSubtype();

	ArchitectureTests() {
		super(LeaderElection.class);
	}

	@Override
	protected JavaClasses tests() {
		// Main classes lie in a folder or in a jar, and test classes next to either
		URI main = URI.create(LeaderElection.class.getProtectionDomain().getCodeSource().getLocation().toString());
		Path tests = Path.of(main).resolveSibling("test-classes");
		assertThat(tests).isDirectory();
		try {
			return ArchitectureRules.testsIn(tests.toUri().toURL());
		}
		catch (MalformedURLException ex) {
			throw new AssertionError(ex);
		}
	}

	@Test
	void packagesDependOnlyOnTheseOthers() {
		JavaClasses others = main().that(DescribedPredicate.not(ASSEMBLING));
		Stream.of(GROUND_FLOOR, FEATURES)
			.forEach((floor) -> floor
				.forEach((name, known) -> ArchitectureRules.packageDependsOnlyOn(name, known.toArray(String[]::new))
					.check(others)));
		classes().should()
			.resideInAnyPackage(names(GROUND_FLOOR))
			.orShould()
			.resideInAnyPackage(names(FEATURES))
			.check(main());
	}

	@Test
	void electionsKnowNoFeature() {
		noClasses().that(DescribedPredicate.not(ASSEMBLING))
			.and()
			.resideInAnyPackage(names(GROUND_FLOOR))
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(names(FEATURES))
			.check(main());
		assertThat(main().that(ASSEMBLING)).hasSize(1);
	}

	private static String[] names(Map<String, List<String>> floor) {
		return floor.keySet().toArray(String[]::new);
	}

	@Override
	protected DescribedPredicate<JavaClass> assembling() {
		return ASSEMBLING;
	}

	@Test
	void protocolUsesNoThreadsClocksOrLog() {
		noClasses().that()
			.resideInAnyPackage(PROTOCOL, BID)
			.or()
			.haveSimpleName("PartitionAgreement")
			.or()
			.haveSimpleName("PartitionSurvey")
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
